/** The words that stand beside numbers. `one` says that the number is exactly one. */
export interface Units {
  cards: (count: string, one: boolean) => string;
  compute: (count: string, one: boolean) => string;
  cores: (count: string, one: boolean) => string;
  workloads: (count: string, one: boolean) => string;
  milliseconds: (count: number) => string;
  seconds: (count: number) => string;
  minutes: (count: number) => string;
  hours: (count: number) => string;
  days: (count: number) => string;
  ago: (duration: string) => string;
  ahead: (duration: string) => string;
  justNow: string;
}

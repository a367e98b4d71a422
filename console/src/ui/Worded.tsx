/** A sentence of the dictionary; what stands in `backquotes` is set as code. */
export function Worded({ text }: { text: string }) {
  return <>{text.split("`").map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>;
}

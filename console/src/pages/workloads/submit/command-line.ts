/** Splits a line into program and arguments as a shell reads words, and does nothing else that a shell does. */
export type SplitCommand = { parts: string[] } | { unclosed: string };

export function splitCommand(line: string): SplitCommand {
  const parts: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (quote !== undefined) {
      if (char === quote) {
        quote = undefined;
      } else if (char === "\\" && quote === '"' && /["\\$`]/.test(line.charAt(at + 1))) {
        word = (word ?? "") + line.charAt(++at);
      } else {
        word = (word ?? "") + char;
      }
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= "";
    } else if (char === "\\" && at + 1 < line.length) {
      word = (word ?? "") + line.charAt(++at);
    } else if (/\s/.test(char)) {
      if (word !== undefined) {
        parts.push(word);
        word = undefined;
      }
    } else {
      word = (word ?? "") + char;
    }
  }
  if (quote !== undefined) {
    return { unclosed: quote };
  }
  if (word !== undefined) {
    parts.push(word);
  }
  return { parts };
}

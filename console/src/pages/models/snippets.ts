import type { ChatBody } from "../../api/gateway";

/** The same call from a shell. The key comes from the environment: what is copied holds no secret. */
export function asCurl(gatewayUrl: string, body: ChatBody): string {
  const json = JSON.stringify({ ...body, stream: true, stream_options: { include_usage: true } }, null, 2);
  return [
    `curl -N ${quoted(`${gatewayUrl}/v1/chat/completions`)} \\`,
    '  -H "Authorization: Bearer $WELLFIELD_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d ${quoted(json)}`,
  ].join("\n");
}

/** The same call from Python, with OpenAI's client. */
export function asPython(gatewayUrl: string, body: ChatBody): string {
  const { model, messages, temperature, max_tokens: most } = body;
  const options = [
    `model=${literal(model)}`,
    `messages=[\n${messages
      .map(({ role, content }) => `        {"role": ${literal(role)}, "content": ${literal(content)}},`)
      .join("\n")}\n    ]`,
    ...(temperature === undefined ? [] : [`temperature=${temperature}`]),
    ...(most === undefined ? [] : [`max_tokens=${most}`]),
    "stream=True",
  ];
  return [
    "import os",
    "",
    "from openai import OpenAI",
    "",
    `client = OpenAI(base_url=${literal(`${gatewayUrl}/v1`)}, api_key=os.environ["WELLFIELD_API_KEY"])`,
    "answer = client.chat.completions.create(",
    ...options.map((option) => `    ${option},`),
    ")",
    "for chunk in answer:",
    "    if chunk.choices and chunk.choices[0].delta.content:",
    '        print(chunk.choices[0].delta.content, end="", flush=True)',
    "",
  ].join("\n");
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A JSON string is a Python string too. */
function literal(text: string): string {
  return JSON.stringify(text);
}

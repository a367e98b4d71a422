import { createReadStream, existsSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import type { Problem } from "../../src/api/types";

export type Body = Record<string, unknown>;

/** What the console may do in a page: as strict as a server can be that serves Radix (it inserts style elements). */
const policy = (gatewayUrl: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self' ${gatewayUrl}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

export function problem(
  response: ServerResponse,
  status: number,
  code: string,
  detail: string,
  more: Partial<Problem> = {},
) {
  const body: Problem = { type: "about:blank", title: detail, status, code, detail, ...more };
  response.writeHead(status, { "Content-Type": "application/problem+json" });
  response.end(JSON.stringify(body));
}

export async function readBody(request: IncomingMessage): Promise<Body> {
  let text = "";
  for await (const piece of request as AsyncIterable<Buffer>) {
    text += piece.toString();
  }
  return (text === "" ? {} : JSON.parse(text)) as Body;
}

/** Server-sent events until the browser leaves. */
export function eventStream(response: ServerResponse): (event: string, data: unknown, id?: string) => void {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  response.write(": hello\n\n");
  return (event, data, id) => {
    response.write(`${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

/** A file of the built console; whatever is none is the console itself, which reads its place from the URL. */
export function serveFile(response: ServerResponse, root: string, pathname: string, gatewayUrl: string): void {
  const wanted = join(root, normalize(pathname));
  const found = wanted.startsWith(root) && existsSync(wanted) && statSync(wanted).isFile();
  const file = found ? wanted : join(root, "index.html");
  response.writeHead(200, {
    "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
    "Content-Security-Policy": policy(gatewayUrl),
    "Cache-Control": found && pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
  });
  createReadStream(file).pipe(response);
}

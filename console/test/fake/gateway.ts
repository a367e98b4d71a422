import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readBody } from "./http";

/** Opens every model; whatever else is sent as a key is unknown. */
export const API_KEY = "sk-wf-for-tests";

const WORDS = ["Fields", " lie", " side", " by", " side,", " the", " well", " in", " their", " middle."];
const BETWEEN_MILLIS = 30;

export interface FakeGateway {
  url: string;
  close: () => void;
}

/** Speaks as much of OpenAI's words as the playground asks, to any page. Each word of its answer is a token. */
export async function startFakeGateway(knows: (key: string) => boolean): Promise<FakeGateway> {
  const server = createServer((request, response) => void answer(request, response, knows));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  knows: (key: string) => boolean,
): Promise<void> {
  const cors = {
    "Access-Control-Allow-Origin": request.headers.origin ?? "*",
    "Access-Control-Allow-Headers": "authorization, content-type",
    "Access-Control-Expose-Headers": "x-request-id",
    "X-Request-Id": `req-${Date.now().toString(36)}`,
  };
  if (request.method === "OPTIONS") {
    response.writeHead(204, cors).end();
    return;
  }
  const body = (await readBody(request)) as { messages?: { content: string }[]; max_tokens?: number };
  if (!knows((request.headers.authorization ?? "").replace("Bearer ", ""))) {
    const message = "Incorrect API key provided: sk-wf-***. It is unknown or has been revoked.";
    response.writeHead(401, { ...cors, "Content-Type": "application/json" });
    response.end(
      JSON.stringify({ error: { message, type: "invalid_request_error", param: null, code: "invalid_api_key" } }),
    );
    return;
  }
  response.writeHead(200, { ...cors, "Content-Type": "text/event-stream" });
  const send = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  const most = body.max_tokens ?? 1000;
  const asked = body.messages?.map(({ content }) => content).join(" ") ?? "";
  // A question for much gets an answer that one has to stop.
  const words = asked.includes("endless") ? Array.from({ length: 1000 }, (_, index) => ` ${index}`) : WORDS;
  const told = words.slice(0, most);
  for (const content of told) {
    send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MILLIS));
    if (response.destroyed) {
      return;
    }
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: told.length < words.length ? "length" : "stop" }] });
  send({ choices: [], usage: { prompt_tokens: asked.split(/\s+/).length, completion_tokens: told.length } });
  response.end("data: [DONE]\n\n");
}

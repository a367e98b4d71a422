/** What a program sends to the gateway to chat, in OpenAI's words. */
export interface ChatBody {
  model: string;
  messages: { role: "system" | "user" | "assistant"; content: string }[];
  temperature?: number;
  max_tokens?: number;
}

export interface TokenCount {
  prompt: number;
  completion: number;
}

/** The gateway's answer that is none: in its own words. */
export class GatewayRefusal extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, message: string, code: string | undefined) {
    super(message);
    this.name = "GatewayRefusal";
    this.status = status;
    this.code = code;
  }
}

/** No answer, or none that a page may read: the gateway is away, or does not know this page's origin. */
export class GatewayUnreachable extends Error {
  constructor(cause: unknown) {
    super("The gateway does not answer", { cause });
    this.name = "GatewayUnreachable";
  }
}

/** The connection broke after the answer had begun. */
export class GatewayBroke extends Error {
  constructor(cause?: unknown) {
    super("The connection broke in the middle of the answer", { cause });
    this.name = "GatewayBroke";
  }
}

/** What comes of a stream, piece by piece. */
export interface ChatHandlers {
  onRequestId: (id: string) => void;
  onText: (text: string) => void;
  onUsage: (tokens: TokenCount) => void;
  /** "stop", or "length" where it reached the most tokens that were asked for. */
  onFinish: (reason: string) => void;
}

/**
 * Chats through the gateway and hands on what comes, until the answer is over. Throws {@link GatewayRefusal},
 * {@link GatewayUnreachable} or {@link GatewayBroke}; an abort throws the signal's reason.
 */
export async function chat(
  gatewayUrl: string,
  key: string,
  body: ChatBody,
  handlers: ChatHandlers,
  signal: AbortSignal,
): Promise<void> {
  const response = await answered(`${gatewayUrl}/v1/chat/completions`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...body, stream: true, stream_options: { include_usage: true } }),
    credentials: "omit",
    cache: "no-store",
    signal,
  });
  const id = response.headers.get("x-request-id");
  if (id !== null) {
    handlers.onRequestId(id);
  }
  if (!response.ok || response.body === null) {
    throw refusalOf(response.status, await response.text().catch(() => ""));
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventLines();
  let done = false;
  try {
    for (;;) {
      const piece = await reader.read();
      if (piece.done) {
        break;
      }
      for (const data of events.push(piece.value)) {
        done ||= data === "[DONE]";
        handOn(data, response.status, handlers);
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof GatewayRefusal ? error : new GatewayBroke(error);
  }
  if (!done) {
    throw new GatewayBroke();
  }
}

async function answered(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    init.signal?.throwIfAborted();
    throw new GatewayUnreachable(error);
  }
}

/** Cuts server-sent events out of text that comes in pieces of any size; what each says in its data. */
export class EventLines {
  private rest = "";

  push(piece: string): string[] {
    const lines = (this.rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? "";
    return lines.flatMap((line) => (line.startsWith("data:") ? [line.slice(5).replace(/^ /, "")] : []));
  }
}

interface Chunk {
  choices?: { delta?: { content?: string | null; reasoning_content?: string | null }; finish_reason?: string | null }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
  error?: unknown;
}

function handOn(data: string, status: number, handlers: ChatHandlers): void {
  if (data === "[DONE]") {
    return;
  }
  const chunk = JSON.parse(data) as Chunk;
  if (chunk.error !== undefined) {
    throw refusalOf(status, data);
  }
  const [choice] = chunk.choices ?? [];
  const text = (choice?.delta?.reasoning_content ?? "") + (choice?.delta?.content ?? "");
  if (text !== "") {
    handlers.onText(text);
  }
  if (choice?.finish_reason) {
    handlers.onFinish(choice.finish_reason);
  }
  if (chunk.usage) {
    handlers.onUsage({ prompt: chunk.usage.prompt_tokens ?? 0, completion: chunk.usage.completion_tokens ?? 0 });
  }
}

function refusalOf(status: number, text: string): GatewayRefusal {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string; code?: string | null } };
    return new GatewayRefusal(status, error?.message ?? text, error?.code ?? undefined);
  } catch {
    return new GatewayRefusal(status, text, undefined);
  }
}

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { FakeApi } from "./fake/api";
import { startFakeGateway } from "./fake/gateway";
import { problem } from "./fake/http";
import { ENGINEER_TOKEN, FakeSessions, OPERATOR_TOKEN } from "./fake/sessions";

export interface FakeServer {
  url: string;
  /** Whoever is signed in; another server that is given them knows them too. */
  sessions: FakeSessions;
  close: () => Promise<void>;
}

/** A server that speaks as much of the contract as the console asks, over the example in memory. */
export async function startFakeServer(port = 0, sessions = new FakeSessions()): Promise<FakeServer> {
  const gateway = await startFakeGateway((key) => api.keys.knows(key));
  const api = new FakeApi(gateway.url, sessions);
  const server = createServer((request, response) => {
    api.answer(request, response).catch((error: unknown) => problem(response, 500, "INTERNAL", String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    sessions,
    close: () => {
      api.close();
      gateway.close();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await startFakeServer(Number(process.env.PORT ?? 8470));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => void server.close().then(() => process.exit(0)));
  }
  console.log(`${server.url}, operator's token ${OPERATOR_TOKEN}, an engineer's ${ENGINEER_TOKEN}`);
}

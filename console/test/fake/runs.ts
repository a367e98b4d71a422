import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter } from "node:events";

/** What a workload has written, and a way to hear of more. */
export class FakeLog extends EventEmitter {
  text = "";
  ended = false;

  write(piece: string): void {
    this.text += piece;
    this.emit("more");
  }

  end(): void {
    this.ended = true;
    this.emit("more");
  }
}

/** How a process ended. */
export interface Ending {
  exitCode?: number;
  exitSignal?: number;
}

/** Runs a submitted command as what it is: a process of this machine. */
export class FakeRuns {
  private readonly children = new Map<string, ChildProcess>();
  readonly logs = new Map<string, FakeLog>();

  log(key: string): FakeLog {
    const log = this.logs.get(key) ?? new FakeLog();
    this.logs.set(key, log);
    return log;
  }

  start(key: string, command: readonly string[], environment: Record<string, string>, onEnd: (ending: Ending) => void) {
    const log = this.log(key);
    const [program = "", ...rest] = command;
    const child = spawn(program, rest, {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.children.set(key, child);
    child.stdout.on("data", (data: Buffer) => log.write(data.toString()));
    child.stderr.on("data", (data: Buffer) => log.write(data.toString()));
    child.on("error", (error) => {
      log.write(`${error.message}\n`);
      log.end();
      onEnd({ exitCode: 127 });
    });
    child.on("exit", (code, signal) => {
      this.children.delete(key);
      log.end();
      onEnd(code === null ? { exitSignal: signal === "SIGKILL" ? 9 : 15 } : { exitCode: code });
    });
  }

  /** SIGTERM now, SIGKILL after the grace; false when nothing runs. */
  stop(key: string, graceSeconds: number): boolean {
    const child = this.children.get(key);
    if (!child) {
      return false;
    }
    signal(child, "SIGTERM");
    setTimeout(() => {
      if (this.children.has(key)) {
        signal(child, "SIGKILL");
      }
    }, graceSeconds * 1000).unref();
    return true;
  }

  stopAll(): void {
    this.children.forEach((child) => signal(child, "SIGKILL"));
  }
}

/** To the whole group, so that a shell's children end with it. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid !== undefined) {
    try {
      process.kill(-child.pid, name);
    } catch {
      // It is gone already.
    }
  }
}

// A browser that Playwright does not drive (Debian's Firefox), driven by WebDriver BiDi: the few commands that a smoke
// test needs, and what the page complained of or asked for meanwhile.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";

interface Answer {
  id?: number;
  type?: string;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: string;
  message?: string;
}

/** How long a command or a condition may take, in milliseconds. */
const PATIENCE = 60_000;

export class Firefox {
  /** Errors and warnings of the console, as they come. */
  readonly complaints: string[] = [];
  /** Addresses that were asked for. */
  readonly asked: string[] = [];
  #last = 0;
  #open = new Map<number, (answer: Answer) => void>();
  #context = "";

  private constructor(
    readonly process: ChildProcess,
    readonly socket: WebSocket,
    /** Its profile and, in it, what it saves. */
    readonly folder: string,
  ) {
    socket.on("message", (data) => this.#hear(JSON.parse(String(data)) as Answer));
  }

  /** Starts the program with a profile of its own, without a window. */
  static async start(program: string): Promise<Firefox> {
    const folder = await mkdtemp(join(tmpdir(), "nearfar-firefox-"));
    const preferences = {
      "browser.download.folderList": 2,
      "browser.download.dir": folder,
      "browser.download.useDownloadDir": true,
      "browser.download.always_ask_before_handling_new_types": false,
      "app.normandy.enabled": false,
      "app.update.enabled": false,
      "browser.shell.checkDefaultBrowser": false,
      "browser.safebrowsing.downloads.enabled": false,
      "datareporting.policy.dataSubmissionEnabled": false,
      "network.captive-portal-service.enabled": false,
      "network.connectivity-service.enabled": false,
      "remote.active-protocols": 1,
    };
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    await writeFile(join(folder, "user.js"), lines.join("\n"));
    const words = ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"];
    const child = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"] });
    const address = await new Promise<string>((done, failed) => {
      let said = "";
      const timer = setTimeout(() => failed(new Error(`${program} did not start: ${said}`)), PATIENCE);
      child.stderr?.on("data", (data) => {
        said += String(data);
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
        if (!found?.[1]) return;
        clearTimeout(timer);
        done(found[1]);
      });
      child.on("error", failed);
    });
    const socket = new WebSocket(`${address}/session`);
    await new Promise((done, failed) => socket.once("open", done).once("error", failed));
    const firefox = new Firefox(child, socket, folder);
    await firefox.send("session.new", { capabilities: {} });
    await firefox.send("session.subscribe", {
      events: ["log.entryAdded", "network.beforeRequestSent"],
    });
    const { contexts } = (await firefox.send("browsingContext.getTree")) as {
      contexts: { context: string }[];
    };
    firefox.#context = contexts[0]?.context ?? "";
    await firefox.send("browsingContext.setViewport", {
      context: firefox.#context,
      viewport: { width: 1440, height: 900 },
    });
    return firefox;
  }

  async stop(): Promise<void> {
    this.socket.close();
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill();
    await ended;
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #hear(answer: Answer): void {
    if (answer.id !== undefined) {
      this.#open.get(answer.id)?.(answer);
      this.#open.delete(answer.id);
    } else if (answer.method === "log.entryAdded") {
      const { level, text } = answer.params as { level: string; text: string };
      if (level === "error" || level === "warn") this.complaints.push(`${level}: ${text}`);
    } else if (answer.method === "network.beforeRequestSent") {
      const { request } = answer.params as { request: { url: string } };
      this.asked.push(request.url);
    }
  }

  /** Sends a command of the protocol; fails with what the browser says. */
  send(method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((done, failed) => {
      const timer = setTimeout(() => failed(new Error(`${method}: no answer`)), PATIENCE);
      this.#open.set(id, ({ result, error, message }) => {
        clearTimeout(timer);
        if (error === undefined) done(result ?? {});
        else failed(new Error(`${method}: ${error}: ${message}`));
      });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** Goes to an address, from a blank page, so that a fragment is a visit of its own. */
  async goto(address: string): Promise<void> {
    for (const url of ["about:blank", address]) {
      await this.send("browsingContext.navigate", { context: this.#context, url, wait: "complete" });
    }
  }

  /** The value of an expression, which may be a promise; plain data. */
  async value<T>(expression: string): Promise<T> {
    const answer = (await this.send("script.evaluate", {
      expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
      target: { context: this.#context },
      awaitPromise: true,
      userActivation: true,
    })) as { type: string; result?: { value: string }; exceptionDetails?: { text: string } };
    if (answer.type !== "success") throw new Error(`${expression}: ${answer.exceptionDetails?.text}`);
    return JSON.parse(answer.result?.value ?? "null") as T;
  }

  /** Waits until an expression is true. */
  async until(expression: string): Promise<void> {
    const begun = Date.now();
    while (!(await this.value<boolean>(`Boolean(${expression})`))) {
      if (Date.now() - begun > PATIENCE) {
        throw new Error(`not in time: ${expression}; ${this.complaints.join("; ")}`);
      }
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

// What tests in a real browser play on: a server of their own, with matches kept in a folder of their own, and Chromium.

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, beforeAll } from 'vitest';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** The program under test. */
const MUSTER = process.env['MUSTER'] ?? '';
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** A running `muster serve`. */
export class Server {
  private constructor(
    private child: ChildProcess,
    readonly address: string,
    private readonly data: string,
  ) {}

  /** Starts a server; on a port of its own unless one is given. */
  static async start(data = mkdtempSync(join(tmpdir(), 'muster-test-')), port = 0): Promise<Server> {
    if (!MUSTER) throw new Error('MUSTER must name the program to test; `cargo xtask ci` does that');
    const flags = ['serve', '--port', String(port), '--data', data, '--developer'];
    const child = spawn(MUSTER, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
    const address = await new Promise<string>((found, failed) => {
      child.once('exit', (code) => failed(new Error(`muster serve ended with ${code}`)));
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
        const [url] = /http:\/\/\S+/.exec(line) ?? [];
        if (url) found(url.replace(/\/$/, ''));
      });
    });
    return new Server(child, address, data);
  }

  /** Ends it the hard way. */
  async kill(): Promise<void> {
    const gone = new Promise((done) => this.child.once('exit', done));
    this.child.kill('SIGKILL');
    await gone;
  }

  /** The same server again: same matches, same address. */
  async again(): Promise<Server> {
    return Server.start(this.data, Number(new URL(this.address).port));
  }

  /** Ends it, and forgets its matches. */
  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** A Chromium without a window. */
function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
}

/** A server and a browser for all tests of a file. */
export class Stage {
  server!: Server;
  browser!: Browser;

  private constructor() {}

  /** Sets it up before the tests, and takes it down after them. */
  static forAll(): Stage {
    const stage = new Stage();
    beforeAll(async () => {
      [stage.server, stage.browser] = await Promise.all([Server.start(), launch()]);
    });
    afterAll(async () => {
      await stage.browser.close();
      await stage.server.stop();
    });
    return stage;
  }

  /** A page of somebody who was never here. */
  newcomer(options: BrowserContextOptions = {}): Promise<Page> {
    return newcomer(this.browser, this.server, options);
  }
}

/** A page that notes whatever goes wrong in it. */
async function newcomer(browser: Browser, server: Server, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.address,
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // A server that was killed on purpose cannot be reached for a while.
    if (message.type() === 'error' && !/ERR_CONNECTION|WebSocket connection/.test(message.text()))
      errors.push(message.text());
  });
  page.on('request', (request) => {
    if (!isOwn(request.url(), server)) errors.push(`asks a third party: ${request.url()}`);
  });
  Object.assign(page, { errors });
  return page;
}

function isOwn(url: string, server: Server): boolean {
  const host = new URL(server.address).host;
  return ['data:', 'blob:'].some((scheme) => url.startsWith(scheme)) || new URL(url).host === host;
}

/** Everything that went wrong on a page. */
export function errorsOf(page: Page): string[] {
  return (page as Page & { errors: string[] }).errors;
}

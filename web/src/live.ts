// The connection to a running match. It comes back by itself, and nothing that was asked for is lost or done twice.

import type { Answer, Draft, FromPage, Order, Pose, Proof, Query, Refusal, Reply, Since, ToPage, Viewer } from './wire';

/** What becomes of the connection. */
export type Link = 'joining' | 'open' | 'lost' | 'broken';

/** Who listens. */
export interface Listener {
  said(message: ToPage): void;
  linked(link: Link, sentence?: string): void;
  /** What was heard so far through the eyes the page looks through. */
  since(): Since | undefined;
}

type Waiting = { message: FromPage; done: (reply: Reply) => void; again: boolean };
type WithId = Exclude<FromPage, { look: unknown }>;
type Body<K extends string> = Omit<Extract<WithId, Record<K, unknown>> extends Record<K, infer B> ? B : never, 'id'>;

/** How long to wait before the next try, in milliseconds: a little longer each time. */
const PAUSES = [250, 500, 1000, 2000, 4000];

/** A verdict on an answer that is not given yet. */
export type Verdict = { allowed: Proof } | { refused: Refusal };

export class Live {
  private socket: WebSocket | undefined;
  private closed = false;
  private tries = 0;
  private next = 1;
  private viewer: Viewer | undefined;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly id: string,
    private readonly listener: Listener,
  ) {}

  /** Looks through these eyes from now on. */
  look(viewer: Viewer): void {
    this.viewer = viewer;
    if (this.socket?.readyState === WebSocket.OPEN) this.sendLook(this.socket);
    else if (!this.socket) this.open();
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  /** Answers an ask. It is sent again when the connection was lost before the reply: the server takes it once. */
  answer(ask: number, seat: number, gives: Answer): Promise<Reply> {
    return this.say('answer', { ask, seat, gives }, true);
  }

  dice(entries: number, shown: number[]): Promise<Reply> {
    return this.say('dice', { entries, shown }, true);
  }

  undo(to: number, agreed: number[]): Promise<Reply> {
    return this.say('undo', { to, agreed });
  }

  stand(seat: number, order: Order, given: boolean): Promise<Reply> {
    return this.say('stand', { seat, order, given });
  }

  leave(seat: number): Promise<Reply> {
    return this.say('leave', { seat });
  }

  /** What an answer would mean; nothing if a newer question came before the reply. */
  async preview(ask: number, seat: number, gives: Answer): Promise<Verdict | undefined> {
    const reply = await this.newest('preview', { ask, seat, gives });
    if (typeof reply !== 'object') return undefined;
    if ('proof' in reply) return { allowed: reply.proof };
    return 'refused' in reply ? { refused: reply.refused } : undefined;
  }

  /** What comes of where models are wished; nothing if a newer question came before the reply. */
  async draft(ask: number, seat: number, wish: [number, Pose][]): Promise<Draft | undefined> {
    const reply = await this.newest('draft', { ask, seat, wish });
    return typeof reply === 'object' && 'draft' in reply ? reply.draft : undefined;
  }

  /** What is known about the position; nothing if a newer question came before the reply. */
  async query(query: Query): Promise<Verdict | undefined> {
    const reply = await this.newest('query', { query });
    if (typeof reply !== 'object') return undefined;
    if ('proof' in reply) return { allowed: reply.proof };
    return 'refused' in reply ? { refused: reply.refused } : undefined;
  }

  /** Only the newest question of a kind is waited for. */
  private newest<K extends 'preview' | 'draft' | 'query'>(kind: K, body: Body<K>): Promise<Reply> {
    for (const [id, waiting] of this.waiting) {
      if (kind in waiting.message) {
        this.waiting.delete(id);
        waiting.done({ wrong: 'a newer question came' });
      }
    }
    return this.say(kind, body);
  }

  private say<K extends string>(kind: K, body: Body<K>, again = false): Promise<Reply> {
    const id = this.next++;
    const message = { [kind]: { id, ...body } } as unknown as FromPage;
    return new Promise((done) => {
      this.waiting.set(id, { message, done, again });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
      else if (!again) this.settle(id, { wrong: "the server can't be reached right now" });
    });
  }

  private settle(id: number, reply: Reply): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.done(reply);
  }

  private open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${encodeURIComponent(this.id)}/live`);
    this.socket = socket;
    this.listener.linked(this.tries === 0 ? 'joining' : 'lost');
    socket.addEventListener('open', () => {
      this.tries = 0;
      this.sendLook(socket);
      for (const { message } of this.waiting.values()) socket.send(JSON.stringify(message));
      this.listener.linked('open');
    });
    socket.addEventListener('message', (event) => this.hear(JSON.parse(String(event.data)) as ToPage));
    socket.addEventListener('close', () => this.lose(socket));
  }

  private sendLook(socket: WebSocket): void {
    if (!this.viewer) return;
    const since = this.listener.since();
    const look: FromPage = { look: since ? { viewer: this.viewer, since } : { viewer: this.viewer } };
    socket.send(JSON.stringify(look));
  }

  private hear(message: ToPage): void {
    if ('reply' in message) this.settle(message.reply.id, message.reply.reply);
    else if ('broken' in message) this.listener.linked('broken', message.broken);
    else this.listener.said(message);
  }

  private lose(socket: WebSocket): void {
    if (this.closed || this.socket !== socket) return;
    for (const [id, waiting] of this.waiting) {
      if (!waiting.again) this.settle(id, { wrong: 'the connection was lost' });
    }
    this.listener.linked('lost');
    const pause = PAUSES[Math.min(this.tries, PAUSES.length - 1)] ?? 4000;
    this.tries += 1;
    setTimeout(() => {
      if (!this.closed) this.open();
    }, pause);
  }
}

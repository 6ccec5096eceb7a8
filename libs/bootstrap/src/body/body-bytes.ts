import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib';
import { addressGroup, type AuthenticatedRequest, getRemoteAddress } from '@wardstone/auth';
import { ApiError, CommonError, type ErrorMapping } from '@wardstone/errors';
import type { Turn } from '@wardstone/turns';
import { toBusyError, toClient, HeavyWork } from '../heavy-work';
import { onResponseEnd } from '../http-server';

const MIB = 1024 * 1024;
/** Parsing takes several times as much memory; the smallest memory limit of a service is 512 MiB. */
const CAPACITY_BYTES = 64 * MIB;
/** How long a body waits for memory before it is refused; the same as for a turn. */
const PATIENCE_MS = 20_000;
const RETRY_AFTER_SECONDS = 2;

/** A request that waits for memory. */
interface Waiting {
  readonly held: HeldBytes;
  readonly bytes: number;
  readonly settle: (error?: ApiError) => void;
}

/**
 * Memory of request bodies, from their first byte until the response has ended. A caller may hold no more than what is
 * still free: a single caller gets half of everything, many get equal parts, and a small sender always finds room.
 */
export class BodiesUnderWay {
  private free: number;
  private readonly heldBy = new Map<string, number>();
  private readonly queue = new Set<Waiting>();

  constructor(
    capacityBytes: number = CAPACITY_BYTES,
    private readonly patienceMs: number = PATIENCE_MS,
  ) {
    this.free = capacityBytes;
  }

  /** Starts to account for one body, at zero bytes. */
  hold(caller: string): HeldBytes {
    return new HeldBytes(caller, this);
  }

  /** Takes the memory if there is room. */
  tryTake(caller: string, bytes: number): boolean {
    const held = this.heldBy.get(caller) ?? 0;
    if (held + bytes > this.free - bytes) return false;
    this.free -= bytes;
    this.heldBy.set(caller, held + bytes);
    return true;
  }

  give(caller: string, bytes: number): void {
    this.free += bytes;
    const left = this.heldBy.get(caller)! - bytes;
    if (left > 0) this.heldBy.set(caller, left);
    else this.heldBy.delete(caller);
    for (const waiting of this.queue) {
      if (waiting.held.tryTake(waiting.bytes)) waiting.settle();
    }
  }

  /** @throws too_much_in_progress when there is no memory for a while, service_unavailable if others use all of it */
  wait(held: HeldBytes, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error?: ApiError): void => {
        clearTimeout(timer);
        this.queue.delete(waiting);
        if (error) reject(error);
        else resolve();
      };
      const waiting: Waiting = { held, bytes, settle };
      const giveUp = (): void => settle(this.holdsMore(held) ? tooMuch() : toBusyError(OTHERS));
      const timer = setTimeout(giveUp, this.patienceMs);
      this.queue.add(waiting);
    });
  }

  /** Whether the caller of the body has other bodies in memory. */
  private holdsMore({ caller, bytes }: HeldBytes): boolean {
    return (this.heldBy.get(caller) ?? 0) > bytes;
  }

  /** Removes a waiting body whose client has disconnected. */
  forget(held: HeldBytes): void {
    for (const waiting of this.queue) {
      if (waiting.held === held) waiting.settle(tooMuch());
    }
  }
}

/** Memory of one body. */
class HeldBytes {
  private taken = 0;
  private isReleased = false;

  constructor(
    readonly caller: string,
    private readonly all: BodiesUnderWay,
  ) {}

  get bytes(): number {
    return this.taken;
  }

  /**
   * Takes more memory; undefined if it is available at once.
   * @throws too_much_in_progress, service_unavailable
   */
  take(bytes: number): Promise<void> | undefined {
    return this.tryTake(bytes) ? undefined : this.all.wait(this, bytes);
  }

  tryTake(bytes: number): boolean {
    if (!this.isReleased && !this.all.tryTake(this.caller, bytes)) return false;
    if (!this.isReleased) this.taken += bytes;
    return true;
  }

  /** Returns memory that is not needed. */
  reduceTo(bytes: number): void {
    const excess = this.taken - bytes;
    if (excess <= 0) return;
    this.taken = bytes;
    this.all.give(this.caller, excess);
  }

  release(): void {
    this.isReleased = true;
    this.all.forget(this);
    this.reduceTo(0);
  }
}

const OTHERS = 'The service is busy with large bodies of others.';

function tooMuch(): ApiError {
  return new ApiError(CommonError.too_much_in_progress, undefined, {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}

interface BodyErrors {
  tooLarge(): ApiError;
  malformed(): ApiError;
}

/** A body that is read chunk by chunk; each chunk counts against the memory for bodies. */
class IncomingBody {
  private readonly blocks: Buffer[] = [];
  private length = 0;

  constructor(
    private readonly request: IncomingMessage,
    private readonly held: HeldBytes,
    private readonly limitBytes: number,
    private readonly errors: BodyErrors,
  ) {}

  /**
   * Reads to the end of the body or beyond this number of bytes; returns whether it has ended.
   * @throws too_much_in_progress, and an error where the body is longer than its limit or breaks off
   */
  readTo(bytes: number): Promise<boolean> {
    const { request, blocks, held } = this;
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        request.off('data', take).off('end', end).off('error', breakOff).off('close', close);
      };
      const fail = (error: unknown): void => {
        stop();
        reject(error instanceof Error ? error : new Error('unreadable body'));
      };
      const take = (block: Buffer): void => {
        this.length += block.length;
        if (this.length > this.limitBytes) return fail(this.errors.tooLarge());
        blocks.push(block);
        const room = held.take(block.length);
        const isEnough = this.length > bytes;
        if (!room && !isEnough) return;
        request.pause();
        const goOn = (): void => {
          if (!isEnough) return void request.resume();
          stop();
          resolve(false);
        };
        if (room) room.then(goOn, fail);
        else goOn();
      };
      const end = (): void => {
        stop();
        resolve(true);
      };
      const breakOff = (): void => fail(this.errors.malformed());
      // The event also fires after the end, where creating an error would take a tenth of a small request's time.
      const close = (): void => void (request.readableEnded || breakOff());
      if (request.readableEnded) return end();
      if (request.destroyed) return breakOff();
      request.on('data', take).once('end', end).once('error', breakOff).once('close', close);
      request.resume();
    });
  }

  toBuffer(): Buffer {
    return this.blocks.length === 1 ? this.blocks[0]! : Buffer.concat(this.blocks);
  }
}

type Unpack = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;

/** Content codings that every supported release of Node.js can decode. */
const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Permitted content codings of a body, and its maximum length. */
interface Packed {
  /** Decoders throw an ApiError, or an error like those of Node.js. */
  readonly codings: Readonly<Record<string, Unpack>>;
  readonly unpackedBytes: number;
  /** Uncompressed length that the body itself declares. */
  readonly getLength?: (bytes: Buffer) => number;
}

/** Real text compresses to more than a hundredth; small bodies are exempt, because they stay small. */
const HIGHEST_RATIO = 100;
const SMALL_BYTES = 256 * 1024;

/**
 * Longer bodies take a turn, because they are decompressed. Shorter ones take 0.2 s at most, however dense: the 2,000
 * samples that Prometheus sends at a time are 270 KiB and take 10 ms.
 */
const LARGE_BYTES = 512 * 1024;
/** Usual ratio of decompressed to compressed length. */
const USUAL_RATIO = 4;
/** Maximum number of large bodies processed at the same time. */
const LARGE_AT_ONCE = 4;
/** 1 MiB of samples takes less, even while the process is busy. */
const SHORT_MS = 2_000;

/** Reads whole bodies, within limits of length, decompressed length and memory; large ones take a turn. */
export class BodyBytes {
  private readonly heldFor = new WeakMap<IncomingMessage, HeldBytes>();

  constructor(
    private readonly mapping: ErrorMapping,
    /** Whether X-Forwarded-For names the client's address. */
    private readonly trustProxy: boolean,
    private readonly underWay = new BodiesUnderWay(),
    /** Separate from the turns of reads, which take much longer: senders drop data that is not accepted in time. */
    readonly turns = new HeavyWork(LARGE_AT_ONCE, { shortMs: SHORT_MS }),
  ) {}

  /**
   * The decompressed body; its memory counts until the response has ended. A large body is read only during its turn,
   * because waiting bodies would use up the memory of others.
   * @throws payload_too_large, too_much_in_progress, too_many_heavy_requests, unsupported_media_type, invalid_request
   * or what the service has in their place
   */
  async read(
    request: IncomingMessage,
    response: ServerResponse,
    limitBytes: number,
    packed: Packed = { codings: UNPACK, unpackedBytes: limitBytes },
  ): Promise<Buffer> {
    const coding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
    const unpack = packed.codings[coding];
    try {
      if (coding !== 'identity' && !unpack) throw unsupportedCoding();
      if (isLongerThan(limitBytes, request)) throw this.tooLarge();
      if (isLongerThan(largeFrom(request), request)) this.turns.requireRoom(toClient(request, response));
      const sent = await this.gather(request, response, limitBytes);
      const announced = unpack ? packed.getLength?.(sent) : undefined;
      await this.takeTurn(request, response, Math.max(sent.length, announced ?? 0));
      if (!unpack) return sent;
      const bytes = await this.unpacked(request, sent, unpack, packed);
      await this.takeTurn(request, response, bytes.length);
      return bytes;
    } catch (error) {
      // Many clients read no response before they have sent everything.
      if (!request.readableEnded) await drainRequest(request);
      throw error;
    }
  }

  /** Memory held by the body of a request; the parsed form may take more. */
  hold(request: IncomingMessage, response: ServerResponse): HeldBytes {
    const known = this.heldFor.get(request);
    if (known) return known;
    const { caller } = request as AuthenticatedRequest;
    const held = this.underWay.hold(
      caller?.subject ?? addressGroup(getRemoteAddress(request, { trustProxy: this.trustProxy })),
    );
    this.heldFor.set(request, held);
    onResponseEnd(response, () => held.release());
    return held;
  }

  /**
   * Waits for a turn if a body of this length needs one.
   * @throws too_many_heavy_requests
   */
  async takeTurn(request: IncomingMessage, response: ServerResponse, bytes: number): Promise<Turn | undefined> {
    return bytes > LARGE_BYTES ? this.turns.begin(toClient(request, response)) : undefined;
  }

  private async gather(request: IncomingMessage, response: ServerResponse, limitBytes: number): Promise<Buffer> {
    const errors = { tooLarge: () => this.tooLarge(), malformed: () => this.malformed() };
    const body = new IncomingBody(request, this.hold(request, response), limitBytes, errors);
    const largeBytes = largeFrom(request);
    const isWhole = !isLongerThan(largeBytes, request) && (await body.readTo(largeBytes));
    if (!isWhole) {
      const turn = await this.turns.begin(toClient(request, response));
      await turn.lend(body.readTo(limitBytes));
    }
    return body.toBuffer();
  }

  private async unpacked(
    request: IncomingMessage,
    sent: Buffer,
    unpack: Unpack,
    { unpackedBytes, getLength: lengthOf }: Packed,
  ): Promise<Buffer> {
    if (sent.length === 0) return sent;
    const held = this.heldFor.get(request)!;
    const byRatio = Math.max(SMALL_BYTES, sent.length * HIGHEST_RATIO);
    const most = Math.min(unpackedBytes, byRatio);
    const tooLong = (): ApiError => (byRatio < unpackedBytes ? tooDense() : this.tooLarge());
    const maxOutputLength = lengthOf?.(sent) ?? most;
    if (maxOutputLength > most) throw tooLong();
    await held.take(maxOutputLength);
    try {
      const bytes = await unpack(sent, { maxOutputLength });
      held.reduceTo(bytes.length);
      return bytes;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw this.malformed();
      throw tooLong();
    }
  }

  private malformed(): ApiError {
    return this.mapping.malformedBody?.() ?? new ApiError(CommonError.invalid_request, 'The body cannot be parsed.');
  }

  private tooLarge(): ApiError {
    return this.mapping.bodyTooLarge?.() ?? new ApiError(CommonError.payload_too_large);
  }
}

/** Longer bodies wait for their turn unread, because waiting bodies would leave no memory for others. */
function largeFrom({ headers }: IncomingMessage): number {
  return (headers['content-encoding'] ?? 'identity') === 'identity' ? LARGE_BYTES : LARGE_BYTES / USUAL_RATIO;
}

/** Whether the declared length of a request exceeds a limit. */
export function isLongerThan(limitBytes: number, { headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) > limitBytes;
}

function tooDense(): ApiError {
  const detail = `A body of more than ${SMALL_BYTES} bytes may be at most ${HIGHEST_RATIO} times as long as it is compressed`;
  return new ApiError(CommonError.payload_too_large, detail);
}

function unsupportedCoding(): ApiError {
  return new ApiError(CommonError.unsupported_media_type, 'The body may be compressed with gzip, deflate or br.');
}

/** A client that sends nothing for this long is disconnected. */
const SILENCE_MS = 2_000;
/** How long a client may go on sending a refused body. */
const DRAIN_MS = 10_000;

/**
 * Reads and discards the rest of a body for a limited time: many clients read no response before they have sent
 * everything, and for clients that asked to close the connection an early end looks like a network failure.
 */
export async function drainRequest(body: Readable): Promise<void> {
  const end = new AbortController();
  const silence = setTimeout(() => end.abort(), SILENCE_MS);
  const limit = setTimeout(() => end.abort(), DRAIN_MS);
  const hear = (): void => void silence.refresh();
  body.unpipe();
  body.on('data', hear);
  body.resume();
  await finished(body, { writable: false, signal: end.signal }).catch(() => undefined);
  body.off('data', hear);
  clearTimeout(silence);
  clearTimeout(limit);
}

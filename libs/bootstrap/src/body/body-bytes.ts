import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib';
import { addressGroup, type AuthenticatedRequest, remoteAddressOf } from '@wardstone/auth';
import { ApiError, CommonError, type ErrorMapping } from '@wardstone/errors';
import type { Turn } from '@wardstone/turns';
import { clientOf, HeavyWork } from '../heavy-work';
import { whenOver } from '../http-server';
import { BodiesUnderWay, type HeldBytes } from './bodies-under-way';

const MIB = 1024 * 1024;
/** Several times as much becomes of it while it is parsed; the smallest memory limit of a service is 512 MiB. */
const CAPACITY_BYTES = 64 * MIB;
/** How long a body waits for others to be done with before it is refused: as long as for a turn. */
const PATIENCE_MS = 20_000;
/** What a usual sender needs, sent and decompressed: it does not wait for memory once it has its turn. */
const BYTES_OF_TURN = 2 * MIB;
/**
 * Longer ones take a turn, as they are decompressed. Fewer bytes take 0.2 s at most, however dense: the 2,000 samples that Prometheus
 * sends at a time are 270 KiB and take 10 ms.
 */
const LARGE_BYTES = 512 * 1024;
/** How much longer compressed bodies usually are when they are decompressed. */
const USUAL_RATIO = 4;
/** Large bodies that are worked on at a time. */
const LARGE_AT_ONCE = 4;
/** 1 MiB of samples takes less of the processor. */
const SHORT_MS = 500;
/** Lengths in MiB by which turns for bodies are expected to differ. */
const [LEAST_SIZE, GREATEST_SIZE] = [0.5, 16];

const MEMORY = {
  bytes: CAPACITY_BYTES,
  smallBytes: LARGE_BYTES,
  turns: LARGE_AT_ONCE,
  bytesOfTurn: BYTES_OF_TURN,
};

interface BodyErrors {
  tooLarge(): ApiError;
  malformed(): ApiError;
}

/** A body that is read block by block; each block counts against the memory for bodies. */
class IncomingBody {
  private readonly blocks: Buffer[] = [];
  private length = 0;

  constructor(
    private readonly request: IncomingMessage,
    private readonly held: HeldBytes,
    private readonly limitBytes: number,
    private readonly errors: BodyErrors,
    /** How much of it has been taken from the memory before it came. */
    private readonly takenBytes = 0,
  ) {}

  /**
   * Reads until the body has ended, or more than these bytes have come. Returns whether it has ended.
   *
   * @throws too_much_in_progress, and an error where the body is longer than its limit or breaks off
   */
  readTo(bytes: number): Promise<boolean> {
    const { request, blocks, held } = this;
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        received();
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
        const room = this.length > this.takenBytes ? held.take(block.length) : undefined;
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
      // Also fires after the end, where creating an error would take a tenth of a small request's time.
      const close = (): void => void (request.readableEnded || breakOff());
      const received = held.receive(fail);
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

/** Encodings of every supported release of Node.js. */
const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** How a body may be compressed, and its greatest length then. */
interface Packed {
  /** They throw an ApiError, or an error as those of Node.js. */
  readonly codings: Readonly<Record<string, Unpack>>;
  readonly unpackedBytes: number;
  /** Length that the body itself declares. */
  readonly lengthOf?: (bytes: Buffer) => number;
}

/** No honest text shrinks to a hundredth; a small body may, for all that becomes of it. */
const HIGHEST_RATIO = 100;
const SMALL_BYTES = 256 * 1024;

/** Reads bodies whole, within limits of length, unpacked length and memory; large ones take a turn. */
export class BodyBytes {
  private readonly heldFor = new WeakMap<IncomingMessage, HeldBytes>();

  constructor(
    private readonly mapping: ErrorMapping,
    /** Whether the last forwarded address is that of a stranger. */
    private readonly trustProxy: boolean,
    private readonly underWay = new BodiesUnderWay(MEMORY, PATIENCE_MS),
    /** Not those of reads, which take much longer: senders drop what does not come through in time. */
    readonly turns = new HeavyWork(LARGE_AT_ONCE, { shortMs: SHORT_MS }),
  ) {}

  /**
   * The decompressed body; its memory counts until the response has ended. A large body is not read before it has its turn,
   * because waiting bodies would leave no memory for others.
   *
   * @throws payload_too_large, too_much_in_progress, too_many_heavy_requests, unsupported_media_type, invalid_request or what the service has in their place
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
      if (isLarge(request)) this.turns.requireRoom(clientOf(request, response));
      const sent = await this.gather(request, response, limitBytes);
      const announced = unpack ? packed.lengthOf?.(sent) : undefined;
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

  /** Memory held by the body of a request; its parsed form may take more. */
  hold(request: IncomingMessage, response: ServerResponse): HeldBytes {
    const known = this.heldFor.get(request);
    if (known) return known;
    const { caller } = request as AuthenticatedRequest;
    const held = this.underWay.hold(
      caller?.subject ?? addressGroup(remoteAddressOf(request, { trustProxy: this.trustProxy })),
    );
    this.heldFor.set(request, held);
    whenOver(response, () => held.release());
    return held;
  }

  /** Waits for the turn that a body of this length needs, if any. @throws too_many_heavy_requests */
  async takeTurn(request: IncomingMessage, response: ServerResponse, bytes: number): Promise<Turn | undefined> {
    return bytes > LARGE_BYTES ? this.beginTurn(request, response, bytes) : undefined;
  }

  /** Waits for what the client sends; a slow one does not keep others from its turn, and has no memory reserved. */
  async lend<T>(turn: Turn, body: Promise<T>, held: HeldBytes): Promise<T> {
    const received = await turn.lend(body, () => held.leaveTurn());
    held.enterTurn();
    return received;
  }

  private async beginTurn(request: IncomingMessage, response: ServerResponse, bytes: number): Promise<Turn> {
    const size = Math.min(GREATEST_SIZE, Math.max(LEAST_SIZE, bytes / MIB));
    const turn = await this.turns.begin(clientOf(request, response), size);
    this.hold(request, response).enterTurn();
    return turn;
  }

  private async gather(request: IncomingMessage, response: ServerResponse, limitBytes: number): Promise<Buffer> {
    const errors = { tooLarge: () => this.tooLarge(), malformed: () => this.malformed() };
    const held = this.hold(request, response);
    const length = Number(request.headers['content-length']);
    const takenBytes = length <= largeFrom(request) ? length : 0;
    // All at once: many that have come in part, and wait for memory for the rest, would wait for each other.
    const room = held.take(takenBytes);
    if (room) await room;
    const body = new IncomingBody(request, held, limitBytes, errors, takenBytes);
    const isWhole = !isLarge(request) && (await body.readTo(largeFrom(request)));
    if (!isWhole) {
      const expected = Number(request.headers['content-length'] ?? LARGE_BYTES) * (LARGE_BYTES / largeFrom(request));
      const turn = await this.beginTurn(request, response, expected);
      await this.lend(turn, body.readTo(limitBytes), held);
    }
    return body.toBuffer();
  }

  private async unpacked(
    request: IncomingMessage,
    sent: Buffer,
    unpack: Unpack,
    { unpackedBytes, lengthOf }: Packed,
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

/** Bodies of more bytes wait for their turn unread: those that wait would leave no memory for others. */
function largeFrom({ headers }: IncomingMessage): number {
  return (headers['content-encoding'] ?? 'identity') === 'identity' ? LARGE_BYTES : LARGE_BYTES / USUAL_RATIO;
}

function isLarge(request: IncomingMessage): boolean {
  return isLongerThan(largeFrom(request), request);
}

/** Whether the length that a request announces is above a limit. */
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

/** A client that sends nothing for so long is no longer waited for. */
const SILENCE_MS = 2_000;
/** How long a client may go on sending a body that is refused. */
const DRAIN_MS = 10_000;

/**
 * Reads the rest of a body and discards it, for a limited time: many clients read no response before they have sent
 * everything, and to those that asked to close the connection an early end looks like a network failure.
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

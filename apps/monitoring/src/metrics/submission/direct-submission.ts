import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { BodyBytes, readMediaType } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { MAX_LEAD_MS, RAW_RETENTION_MS } from '@wardstone/metric-points';
import { acceptsJson, type DirectOperation, type DirectWork } from '../../api/respond-directly';
import type { PointBatch } from '../storage/log-segment';
import { MetricWriter } from '../storage/metric-writer';
import { KnownSchedules } from './known-schedules';
import { LIMIT_BYTES, noteBytes } from './points-body';
import { scanPoints } from './scan-points';

const PATH = '/rest/metric/data/raw';

/**
 * Handles lists of points before the framework, which would take as long for a request as the rest does for three
 * hundred.
 */
@Injectable()
export class DirectSubmission implements DirectOperation {
  readonly route = PATH;
  readonly access = { kind: 'authenticated' } as const;

  constructor(
    private readonly known: KnownSchedules,
    private readonly writer: MetricWriter,
    private readonly bytes: BodyBytes,
    private readonly clock: Clock,
  ) {}

  workFor(request: IncomingMessage, response: ServerResponse): DirectWork | undefined {
    if (!isPlain(request)) return undefined;
    return async (caller) => {
      const turn = await this.bytes.takeTurn(request, response, getLength(request));
      const coming = readBody(request, (length) => this.bytes.hold(request, response).take(length));
      const body = await (turn ? turn.lend(coming) : coming);
      // The stream has been read, whatever the outcome.
      noteBytes(request, body.bytes);
      if (!(await this.stores(body.bytes, caller))) return undefined;
      body.release();
      return {};
    };
  }

  private async stores(bytes: Buffer, caller: CallerIdentity): Promise<boolean> {
    const batch = scanPoints(bytes);
    if (!batch || !areTimely(batch, this.clock.now())) return false;
    if ((await this.known.findClosed(batch.scheduleIds, caller)).size > 0) return false;
    await this.writer.write(batch, caller.subject);
    return true;
  }
}

/** Whether the request is ordinary in every respect. */
function isPlain(request: IncomingMessage): boolean {
  const { url, headers } = request;
  if (url !== PATH || headers['content-encoding'] !== undefined) return false;
  const length = getLength(request);
  return length > 0 && length <= LIMIT_BYTES && acceptsJson(headers) && readMediaType(request) === 'application/json';
}

function getLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length']);
}

function areTimely({ times }: PointBatch, now: number): boolean {
  const oldest = now - RAW_RETENTION_MS;
  const newest = now + MAX_LEAD_MS;
  for (const time of times) if (time < oldest || time > newest) return false;
  return true;
}

interface Body {
  readonly bytes: Buffer;
  /** Call when the bytes are no longer read. */
  release(): void;
}

const NOTHING_TO_RELEASE = (): void => undefined;
/** Reused buffers of bodies that arrived in several blocks, because garbage of this size is the most expensive. */
const spare: Buffer[] = [];
const MAX_SPARE = 16;
const SPARE_BYTES = 128 * 1024;

/**
 * Reads the whole body of a known length; one that arrives in several blocks takes memory for bodies. Never settles if
 * the client disconnects, because no response is needed.
 * @throws too_much_in_progress
 */
function readBody(request: IncomingMessage, take: (length: number) => Promise<void> | undefined): Promise<Body> {
  const expected = getLength(request);
  let room: Buffer | undefined;
  let length = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (block: Buffer) => {
      if (block.length === expected) {
        resolve({ bytes: block, release: NOTHING_TO_RELEASE });
        return;
      }
      if (!room) {
        room = roomFor(expected);
        const free = take(expected);
        if (free) {
          request.pause();
          free.then(() => void request.resume(), reject);
        }
      }
      length += block.copy(room, length);
      if (length === expected) resolve({ bytes: room.subarray(0, length), release: () => putAside(room!) });
    });
  });
}

function roomFor(length: number): Buffer {
  return length > SPARE_BYTES ? Buffer.allocUnsafe(length) : (spare.pop() ?? Buffer.allocUnsafeSlow(SPARE_BYTES));
}

function putAside(room: Buffer): void {
  if (room.length === SPARE_BYTES && spare.length < MAX_SPARE) spare.push(room);
}

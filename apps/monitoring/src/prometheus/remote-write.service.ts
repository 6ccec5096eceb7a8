import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { BodyBytes, drainRequest, readMediaType, toClient, type Client } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { ApiError, CommonError, MonitoringError } from '@wardstone/errors';
import {
  decodeWriteRequest,
  describeRefusals,
  type IntakeOutcome,
  MalformedWrite,
  type Refusal,
  SymbolNumbers,
  WRITE_MESSAGES,
  type WriteMessage,
  type WriteNotes,
  writeNotes,
  WriteTooLarge,
} from '@wardstone/series-formats';
import { SeriesIntake } from '../ingest/series-intake.service';
import { snappyLength, unpackSnappy } from './unpack-snappy';

const [FIRST_MESSAGE] = WRITE_MESSAGES;

const MIB = 1024 * 1024;
const LIMIT_BYTES = 10 * MIB;
const LIMIT_UNPACKED_BYTES = 16 * MIB;
const MINUTE_MS = 60_000;

/** Remote write of Prometheus. See rule prometheus-14. */
@Injectable()
export class RemoteWrite {
  private readonly symbols = new SymbolNumbers();

  constructor(
    private readonly intake: SeriesIntake,
    private readonly bytes: BodyBytes,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns headers with the number of stored samples.
   * @throws write_invalid, payload_too_large, samples_refused, series_postponed, metric_backlog_full, and those of
   * bodies, with service_unavailable instead of 429
   */
  async take(
    request: IncomingMessage,
    response: ServerResponse,
    caller: CallerIdentity,
  ): Promise<Record<string, string>> {
    const message = toMessage(request);
    if (!message) {
      await drainRequest(request);
      throw new ApiError(
        CommonError.unsupported_media_type,
        `The body must be application/x-protobuf of ${WRITE_MESSAGES.join(' or ')}, with Content-Encoding: snappy`,
      );
    }
    const reading = this.bytes.read(request, response, LIMIT_BYTES, {
      codings: { snappy: unpackSnappy },
      unpackedBytes: LIMIT_UNPACKED_BYTES,
      getLength: snappyLength,
    });
    const bytes = await reading.catch((error: unknown) => {
      throw asPassing(error);
    });
    const notes = writeNotes();
    const outcome = await this.store(caller, toClient(request, response), message, bytes, notes);
    const written = message === FIRST_MESSAGE ? {} : writtenHeaders(outcome);
    if (outcome.refusals.length > 0) throw this.refused(outcome.refusals, written);
    return written;
  }

  private async store(
    caller: CallerIdentity,
    client: Client,
    message: WriteMessage,
    bytes: Buffer,
    notes: WriteNotes,
  ): Promise<IntakeOutcome> {
    try {
      const outcome = await this.intake.store(
        caller,
        'Prometheus Target',
        decodeWriteRequest(message, bytes, notes, this.symbols),
        client,
      );
      if (notes.families.size > 0) await this.intake.describe(caller, notes.families);
      return outcome;
    } catch (error) {
      if (error instanceof WriteTooLarge)
        throw new ApiError(CommonError.payload_too_large, `The body has ${error.message}`);
      if (!(error instanceof MalformedWrite)) throw asPassing(error);
      throw new ApiError(MonitoringError.write_invalid, `The body is no ${message}: ${error.message}`);
    }
  }

  private refused(refusals: readonly Refusal[], written: Record<string, string>): ApiError {
    const isPostponed = refusals.some(({ reason }) => reason === 'too_many_new_series');
    const seconds = Math.ceil((MINUTE_MS - (this.clock.now() % MINUTE_MS)) / 1000);
    const headers = isPostponed ? { ...written, 'Retry-After': String(seconds) } : written;
    const kind = isPostponed ? MonitoringError.series_postponed : MonitoringError.samples_refused;
    return new ApiError(kind, describeRefusals(refusals), { headers });
  }
}

/** 503, so that senders repeat the request; by default Prometheus drops what is refused with 429. */
function asPassing(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 429) return error;
  return new ApiError(CommonError.service_unavailable, error.detail, { headers: error.headers });
}

/** Response headers of version 2.0; version 1.0 has none. */
function writtenHeaders({ stored, storedHistograms }: IntakeOutcome): Record<string, string> {
  return {
    'X-Prometheus-Remote-Write-Samples-Written': String(stored),
    'X-Prometheus-Remote-Write-Histograms-Written': String(storedHistograms),
    'X-Prometheus-Remote-Write-Exemplars-Written': '0',
  };
}

/** Undefined for another content type. */
function toMessage(request: IncomingMessage): WriteMessage | undefined {
  const { 'content-type': type = '', 'content-encoding': coding = '' } = request.headers;
  if (readMediaType(request) !== 'application/x-protobuf' || coding.trim().toLowerCase() !== 'snappy') return undefined;
  const named = /;\s*proto\s*=\s*"?([^";\s]*)/i.exec(type)?.[1] ?? FIRST_MESSAGE;
  return WRITE_MESSAGES.find((message) => message === named);
}

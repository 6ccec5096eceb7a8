import { Writer } from 'protobufjs/minimal';

export const PROTOBUF_TYPE = 'application/x-protobuf';
export const JSON_TYPE = 'application/json';

/** Outcome of a request's data points. */
export interface ExportOutcome {
  readonly isJson: boolean;
  readonly rejected: number;
  readonly message: string;
}

interface Encoded {
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

const VARINT_1 = 1 << 3;
const BYTES_1 = (1 << 3) | 2;
const BYTES_2 = (2 << 3) | 2;

/** An `ExportMetricsServiceResponse`. */
export function encodeResponse({ isJson, rejected, message }: ExportOutcome): Encoded {
  const isPartial = rejected > 0 || message !== '';
  if (isJson) {
    const partialSuccess = { rejectedDataPoints: String(rejected), errorMessage: message };
    return { contentType: JSON_TYPE, body: JSON.stringify(isPartial ? { partialSuccess } : {}) };
  }
  const writer = Writer.create();
  if (isPartial) {
    writer.uint32(BYTES_1).fork().uint32(VARINT_1).int64(rejected).uint32(BYTES_2).string(message).ldelim();
  }
  return { contentType: PROTOBUF_TYPE, body: writer.finish() };
}

import { Writer } from 'protobufjs/minimal';
import type { ErrorRenderer } from '../error-response';

const PROTOBUF_TYPE = 'application/x-protobuf';
const JSON_TYPE = 'application/json';
const VARINT_1 = 1 << 3;
const BYTES_2 = (2 << 3) | 2;

/** Path prefix of the OTLP interface. */
export const OTLP_PATH = '/otlp';

/** Routes are case-insensitive. */
function speaksOtlp(url = ''): boolean {
  const path = url.toLowerCase();
  return path === OTLP_PATH || path.startsWith(`${OTLP_PATH}/`);
}

/** Errors in the format of OpenTelemetry exporters, in the encoding of the request. See rule otlp-3. */
export function otlpErrorRenderer(others: ErrorRenderer): ErrorRenderer {
  return {
    render: (error, context) => {
      const { url, headers } = context.request;
      if (!speaksOtlp(url)) return others.render(error, context);
      const { text, bytes } = encodeStatus(error.status, error.detail);
      const isBinary = (headers['content-type'] ?? headers.accept ?? '').startsWith(PROTOBUF_TYPE);
      return isBinary ? { contentType: PROTOBUF_TYPE, text: error.detail, bytes } : { contentType: JSON_TYPE, text };
    },
    describe: (status, path) =>
      speaksOtlp(path)
        ? {
            [JSON_TYPE]: {
              type: 'object',
              description: 'A google.rpc.Status',
              required: ['code', 'message'],
              properties: {
                code: { type: 'integer', description: 'Code of gRPC' },
                message: { type: 'string', description: 'Explanation' },
              },
            },
            [PROTOBUF_TYPE]: { type: 'string', format: 'binary', description: 'The same in protobuf' },
          }
        : others.describe(status, path),
  };
}

/** gRPC codes by HTTP status. */
const CODES: Readonly<Record<number, number>> = { 400: 3, 401: 16, 403: 7, 404: 5, 413: 8, 415: 3, 429: 8, 503: 14 };
const UNKNOWN = 2;

/** A `google.rpc.Status`. */
function encodeStatus(status: number, message: string): { readonly text: string; readonly bytes: Uint8Array } {
  const code = CODES[status] ?? UNKNOWN;
  return {
    text: JSON.stringify({ code, message }),
    bytes: Writer.create().uint32(VARINT_1).int32(code).uint32(BYTES_2).string(message).finish(),
  };
}

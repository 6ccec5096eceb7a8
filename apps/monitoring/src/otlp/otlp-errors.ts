import type { ErrorRenderer } from '@wardstone/errors';
import { encodeStatus, JSON_TYPE, PROTOBUF_TYPE } from './domain/otlp-response';

/** Below this path monitoring speaks OTLP. */
export const OTLP_PATH = '/otlp';

/** Routes differ by no capital letters either. */
function speaksOtlp(url = ''): boolean {
  const path = url.toLowerCase();
  return path === OTLP_PATH || path.startsWith(`${OTLP_PATH}/`);
}

/** Errors as exporters of OpenTelemetry read them, in the encoding of the request. See rule otlp-3. */
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
                message: { type: 'string', description: 'What went wrong' },
              },
            },
            [PROTOBUF_TYPE]: { type: 'string', format: 'binary', description: 'The same in protobuf' },
          }
        : others.describe(status, path),
  };
}

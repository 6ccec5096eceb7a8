import type { ErrorRenderer } from '../error-response';

/** Path prefix of the Prometheus interface. */
const BASE_PATH = '/prometheus';

const KINDS: Readonly<Record<number, string>> = {
  400: 'bad_data',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'bad_data',
  415: 'bad_data',
  422: 'execution',
  500: 'internal',
};

/** Routes are case-insensitive. */
export function speaksPrometheus(url = ''): boolean {
  const path = url.toLowerCase();
  return path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);
}

/** Errors in the format of Prometheus. See rule prometheus-3. */
export const prometheusRenderer: ErrorRenderer = {
  render: ({ detail, status, extensions }) => ({
    contentType: 'application/json',
    text: JSON.stringify({
      status: 'error',
      errorType: extensions.errorType ?? KINDS[status] ?? 'unavailable',
      error: detail,
    }),
  }),
  describe: () => ({
    'application/json': {
      type: 'object',
      description: 'The error as Prometheus writes it',
      required: ['status', 'errorType', 'error'],
      properties: {
        status: { type: 'string', enum: ['error'], description: 'Error' },
        errorType: { type: 'string', description: 'Kind of the error, e.g. bad_data, execution or timeout' },
        error: { type: 'string', description: 'Explanation' },
      },
    },
  }),
};

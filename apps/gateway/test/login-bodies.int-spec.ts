import { gzipSync } from 'node:zlib';
import { type GatewayFixture, startGateway } from './gateway-fixture';

describe('the body of a login', () => {
  let fixture: GatewayFixture;

  beforeAll(async () => {
    fixture = await startGateway({});
  });
  afterAll(() => fixture.close());

  it.each(['/auth/token', '/auth/session'])('is read at %s within the limits of all bodies', async (path) => {
    const getError = async (form: string, coding = 'gzip'): Promise<string | null> => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': coding };
      const body = new Uint8Array(gzipSync(form));
      return (await fetch(fixture.url + path, { method: 'POST', headers, body })).headers.get('x-error-type');
    };
    expect(await getError('a='.padEnd(16 * 1024, 'x'))).toBe('invalid_request');
    expect(await getError('a='.padEnd(16 * 1024 + 1, 'x'))).toBe('payload_too_large');
    expect(await getError('a=1', 'zstd')).toBe('unsupported_media_type');
  });
});

import { eventually } from '@wardstone/testing';
import { useMonitoring } from '../../test/use-monitoring';
import { BUCKET, S3_KEYS, useS3 } from './s3-server';

describe('a first start without the object store', () => {
  const s3 = useS3();
  beforeAll(() => {
    s3.isAway = true;
  });
  const api = useMonitoring(() => ({
    CONTENT_STORE: 's3',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: BUCKET,
    S3_REGION: 'us-east-1',
    S3_PATH_STYLE: 'on',
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  }));

  it('is alive and not ready, names the store, and is ready once it is there', async () => {
    await api.anonymous.get('/livez').expect(200);
    const { body } = await api.anonymous.get('/readyz').expect(503);
    expect(body).toMatchObject({
      status: 'not ready',
      checks: { database: 'ok', 'object store': 'failed' },
      reasons: {
        'object store': expect.stringContaining(`The object store ${new URL(s3.endpoint).host} cannot be used: `),
      },
    });

    s3.isAway = false;
    await eventually('readiness', async () => (await api.anonymous.get('/readyz')).status === 200);
    const types = (await api.get('/rest/resource/type').expect(200)).body as { name: string }[];
    expect(types.length).toBeGreaterThan(0);
  });
});

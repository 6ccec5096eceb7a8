import { useMonitoring } from '../../test/use-monitoring';
import { ContentService } from '../content.service';

const MIB = 1024 * 1024;

describe('the quota of one account', () => {
  const api = useMonitoring(() => ({ CONTENT_ACCOUNT_QUOTA_MIB: '4' }));
  const upload = (username: string, mib: number, over: object = {}) =>
    api
      .as({ username, roles: ['operator'], ...over })
      .post('/rest/content/fresh')
      .set('Content-Type', 'application/octet-stream')
      .send(Buffer.alloc(mib * MIB));

  it('is separate: another account has space when it has none', async () => {
    const { body: kept } = await upload('greedy', 3).expect(201);
    const { body, headers } = await upload('greedy', 2).expect(507);
    expect(headers['x-error-type']).toBe('content_store_full');
    expect((body as { message: string }).message).toBe(
      `Your uploads are limited to ${4 * MIB} bytes in total, which this would exceed`,
    );
    await upload('modest', 2).expect(201);
    await upload('greedy', 2, { subject: 'https://id.example|acme|greedy' }).expect(201);
    await upload('greedy', 1).expect(201);

    await api.delete(`/rest/content/${(kept as { value: string }).value}`).expect(204);
    await upload('greedy', 3).expect(201);
    api.clock.advance(25 * 3_600_000);
    await api.service.app.get(ContentService).expire();
    await upload('greedy', 4).expect(201);
  });

  it('cannot be exceeded by concurrent uploads', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => upload('hasty', 3)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses.slice(1)).toEqual([507, 507]);
  });
});

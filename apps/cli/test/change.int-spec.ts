import { useReception } from '@wardstone/testing';
import { main } from '../src/wardstone';

const ID = '0b6c0b0e-0000-4000-8000-000000000001';

describe('wardstone create, delete and watch', () => {
  const reception = useReception();
  const run = (...args: string[]): Promise<number> => main(args, reception.output());
  const requestedUrls = (): (string | undefined)[] => reception.received.map(({ url }) => url);

  it('creates below a parent that is found by its name, and prints the record', async () => {
    reception.respondTo = () => ({ data: [{ id: ID, title: 'web' }], meta: { total: 1 } });
    reception.replies = [{ status: 201, body: JSON.stringify({ data: { id: 'x', os_minor_version: 6 } }) }];

    expect(await run('create', 'tailorings', '--policy', 'web', 'os_minor_version:=6')).toBe(0);
    expect(requestedUrls()).toEqual([`/api/compliance/v2/policies/${ID}/tailorings`]);
    expect(reception.received[0]).toMatchObject({ bytes: '{"os_minor_version":6}'.length });
    expect(reception.said).toBe('id: x\nos_minor_version: 6\n');
  });

  it('deletes one after the other, and names those that fail', async () => {
    reception.respondTo = () => [
      { id: 7, name: 'web' },
      { id: 8, name: 'web servers' },
    ];
    const refusal = { status: 404, headers: { Link: '</e>; rel="help"' }, body: '{"message":"\\u001b[31mno"}' };
    reception.replies = [refusal, { status: 204, body: '' }];

    expect(await run('delete', 'groups', '5', 'unknown', 'web')).toBe(1);
    expect(requestedUrls()).toEqual(['/rest/group/5?validate=true', '/rest/group/7?validate=true']);
    expect(reception.complaints).toEqual([
      '5: Rejected with 404: \\u001b[31mno (/e)',
      'unknown: There is no group named unknown.',
    ]);
    expect(reception.said).toBe('Deleted web.\n');
  });

  it('tries no further after a failed login', async () => {
    reception.replies = [{ status: 401, body: '{"detail":"no"}' }];
    expect(await run('delete', 'groups', '5', '6')).toBe(1);
    expect(requestedUrls()).toHaveLength(1);
    expect(reception.complaints).toEqual(['Rejected with 401: no']);
  });

  it('refuses a name that several have', async () => {
    reception.respondTo = () => [
      { id: 7, name: 'web' },
      { id: 8, name: 'web' },
    ];
    expect(await run('delete', 'groups', 'web')).toBe(1);
    expect(reception.complaints).toEqual(['web: Several are named web: give the id, 7 or 8.']);
    expect(requestedUrls()).toEqual([]);
  });

  it('prints the list, and then changes', async () => {
    const looks = [
      [{ id: 1, name: 'a' }],
      [
        { id: 1, name: 'b' },
        { id: 2, name: 'c' },
      ],
      [{ id: 2, name: 'c' }],
    ];
    const output = reception.output();
    reception.respondTo = () => (looks.length > 1 ? looks.shift()! : looks[0]!);
    const seen: string[] = [];
    output.on('data', (chunk: Buffer) => {
      const { change, record } = JSON.parse(chunk.toString()) as { change: string; record: { name: string } };
      seen.push(`${change}:${record.name}`);
      if (change === 'gone') output.destroy();
    });

    expect(await main(['watch', 'groups', '--every', '1', '-o', 'json'], output)).toBe(0);
    expect(seen).toEqual([':a', 'changed:b', 'added:c', 'gone:b']);
  });
});

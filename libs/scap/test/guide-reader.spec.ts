import { watchEventLoop } from '@wardstone/testing';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { DOCUMENT_LIMITS } from '../src/documents/document-limits';
import { streamDocument } from '../../../apps/compliance/src/scap/document-stream';
import { GuideReader } from '../src/guides/guide-reader';
import { GUIDE_TABLE_COLUMNS, type GuideTable, type KnownIds } from '../src/guides/guide-rows';
import { aBenchmark, aGroup, aProfile, aRule, aValue, refine, REF_ID } from './datastream.builder';
import { sampleGuideFile } from './sample-guides';

const NOTHING_KNOWN: KnownIds = { value_definition: [], rule_group: [], rule: [], profile: [] };
const GUIDE_ID = '00000000-0000-4000-8000-000000000001';

type Rows = Record<GuideTable, Record<string, string>[]>;

/** Rows of a guide without escapes, by table and column. */
async function toRows(reader: GuideReader, known: KnownIds = NOTHING_KNOWN): Promise<Rows> {
  const rows = { value_definition: [], rule_group: [], rule: [], profile: [], fix: [], profile_rule: [] } as Rows;
  for await (const { table, bytes } of reader.rows(GUIDE_ID, known)) {
    for (const line of Buffer.from(bytes).toString('utf8').split('\n').slice(0, -1)) {
      const fields = line.split('\t');
      rows[table].push(Object.fromEntries(GUIDE_TABLE_COLUMNS[table].map((column, n) => [column, fields[n] ?? ''])));
    }
  }
  return rows;
}

describe('GuideReader', () => {
  let reader: GuideReader;
  const read = async (document: string): Promise<void> => {
    reader = new GuideReader();
    await reader.write(Buffer.from(document));
  };
  afterEach(() => reader.close());

  it('returns the guide, then its rows with consistent ids', async () => {
    await read(
      aBenchmark(
        aProfile('p', '<x:description>D</x:description>' + refine('v')) +
          aValue('v') +
          aGroup(
            'g',
            aGroup('h', aRule('r', '<x:check><x:check-export value-id="v"/></x:check><x:fix system="s">f</x:fix>')),
          ),
      ),
    );
    expect(await reader.end()).toMatchObject({
      refId: REF_ID,
      version: '1.0',
      counts: { profiles: 1, rules: 1, ruleGroups: 2, valueDefinitions: 1 },
      warnings: 0,
    });
    const rows = await toRows(reader);
    const [value, outer, inner, rule, profile] = [
      rows.value_definition[0]!,
      ...rows.rule_group,
      rows.rule[0]!,
      rows.profile[0]!,
    ];
    expect([outer.ancestry, inner.ancestry]).toEqual(['\\N', outer.id]);
    expect(rule).toMatchObject({
      security_guide_id: GUIDE_ID,
      rule_group_id: inner.id,
      value_checks: `{${value.id}}`,
    });
    expect(JSON.parse(profile!.value_overrides!)).toEqual({ [value.id!]: 'v' });
    expect(rows.fix).toEqual([
      {
        rule_id: rule!.id,
        system: 's',
        strategy: '\\N',
        disruption: '\\N',
        complexity: '\\N',
        reboot: 'f',
        text: 'f',
        substitutions: '[]',
      },
    ]);
    expect(rows.profile_rule).toEqual([{ profile_id: profile!.id, rule_id: rule!.id }]);
  });

  it('digests the document as it was sent', async () => {
    reader = new GuideReader();
    const document = Buffer.from(aBenchmark('\r\n<x:title>é</x:title>'));
    await reader.write(document.subarray(0, 10));
    await reader.write(document.subarray(10));
    expect(reader.sha256()).toBe(createHash('sha256').update(document).digest('hex'));
  });

  it('keeps the ids of rows that are known', async () => {
    await read(aBenchmark(aProfile('p') + aRule('r')));
    await reader.end();
    const rows = await toRows(reader, {
      ...NOTHING_KNOWN,
      rule: [
        ['r', 'rule-id'],
        ['gone', 'x'],
      ],
      profile: [['p', 'profile-id']],
    });
    expect(rows.profile_rule).toEqual([{ profile_id: 'profile-id', rule_id: 'rule-id' }]);
  });

  it('rejects what the parser rejects, also during the upload', async () => {
    await read('<!DOCTYPE html>');
    const refusal = { kind: 'invalid', message: 'DOCTYPE is not allowed' };
    await expect(reader.end()).rejects.toMatchObject(refusal);
    await expect(reader.write(Buffer.from(' '))).rejects.toMatchObject(refusal);
  });

  it('stops at its timeout', async () => {
    reader = new GuideReader({ ...DOCUMENT_LIMITS, processingMs: 1 });
    const chunk = Buffer.from('<a b="c"/>'.repeat(20_000));
    const writeMany = async (): Promise<void> => {
      await reader.write(Buffer.from('<a>'));
      for (let n = 0; n < 1_000; n++) await reader.write(chunk);
    };
    await expect(writeMany()).rejects.toMatchObject({ kind: 'timed_out' });
  });

  it('refuses a document that takes more memory than it may have, and leaves the service running', async () => {
    reader = new GuideReader(DOCUMENT_LIMITS, { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 });
    const writeMany = async (): Promise<void> => {
      await reader.write(Buffer.from(aBenchmark('').replace('</x:Benchmark>', '')));
      for (let n = 0; n < 1_000; n++) {
        await reader.write(Buffer.from(aRule(`r${n}`, `<x:title>${`${n} `.repeat(20_000)}</x:title>`)));
      }
    };
    await expect(writeMany()).rejects.toMatchObject({ kind: 'invalid', message: 'document is too complex' });
  });

  it('fails waiting readers when it is closed', async () => {
    await read(aBenchmark(''));
    const head = reader.end();
    await Promise.all([expect(head).rejects.toThrow('the reader is closed'), reader.close()]);
  });

  it('reads 24 MB without blocking the service for 100 ms', async () => {
    // From source the thread's code is bundled at first use, which an installed service never does.
    await new GuideReader().close();
    reader = new GuideReader();
    const eventLoop = watchEventLoop();
    await streamDocument({ body: createReadStream(sampleGuideFile('rhel8')), isGzip: true }, (chunk) =>
      reader.write(chunk),
    );
    const { counts } = await reader.end();
    const tables = new Set<string>();
    for await (const { table } of reader.rows(GUIDE_ID, NOTHING_KNOWN)) tables.add(table);
    const { longestTurnMs } = eventLoop.stop();
    expect(counts).toEqual({ profiles: 19, rules: 1520, ruleGroups: 250, valueDefinitions: 452 });
    expect([...tables]).toEqual(Object.keys(GUIDE_TABLE_COLUMNS));
    expect(longestTurnMs).toBeLessThan(100);
  });
});

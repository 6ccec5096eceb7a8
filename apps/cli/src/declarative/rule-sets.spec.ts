import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { runTests } from '../../test/rule-file-tests';

const FOLDER = path.resolve(__dirname, '../../../../docs/rule-sets');
const NAMES = fs.readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));

interface RuleFile {
  groups: { rules: { alert?: string; annotations?: { summary?: string }; labels?: { severity?: string } }[] }[];
}

describe('ready rule sets', () => {
  const listAlerts = (name: string) =>
    (parse(fs.readFileSync(path.join(FOLDER, name), 'utf8')) as RuleFile).groups
      .flatMap(({ rules }) => rules)
      .filter(({ alert }) => alert !== undefined);

  it.each(NAMES)('%s fires where it must, and nowhere else', async (name) => {
    const checks = await runTests(path.join(FOLDER, 'tests', name));
    for (const { title, expected, found } of checks) {
      expect({ title, found: inOrder(found) }).toEqual({ title, found: inOrder(expected) });
    }
    for (const { alert } of listAlerts(name)) {
      const fires = checks.some(({ title, expected }) => title.includes(alert!) && expected.length > 0);
      expect({ alert, fires }).toEqual({ alert, fires: true });
    }
  });

  it('have names that differ, a severity and a summary', () => {
    const alerts = NAMES.flatMap(listAlerts);
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    for (const { alert, labels, annotations } of alerts)
      expect({ alert, isComplete: Boolean(labels?.severity && annotations?.summary) }).toEqual({
        alert,
        isComplete: true,
      });
  });
});

function inOrder(items: readonly unknown[]): string[] {
  return items.map((item) => JSON.stringify(sorted(item))).sort();
}

/** Keys of objects in order. */
function sorted(item: unknown): unknown {
  if (Array.isArray(item) || typeof item !== 'object' || item === null) return item;
  return Object.fromEntries(
    Object.entries(item)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, sorted(value)]),
  );
}

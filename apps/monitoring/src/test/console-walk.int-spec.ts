import { type ConsoleFixture, EVERY_KIND, givenConsoleFixture, HOSTILE_NAME, walkConsole } from './console-fixture';
import { givenSchedule } from '../metrics/test/given-metrics';
import { htmlFaults } from './representations/html-faults';
import { useMonitoring } from './use-monitoring';

const WALK_MS = 120_000;

/** The pages as they are written, on machines without a browser, too. */
describe('the pages of the console', () => {
  const api = useMonitoring();
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    fixture = await givenConsoleFixture(api);
    await api.put(`/rest/user/favorites/resource/${fixture.pool.id}`).expect(204);
  });
  const read = async (path: string): Promise<{ status: number; page: string }> => {
    const { status, text } = await api.get(path).set('Accept', 'text/html').buffer(true);
    return { status, page: text };
  };

  it(
    'are all there, well written, and lead to nothing but each other',
    async () => {
      const faults: string[] = [];
      const visited = await walkConsole(fixture, async (path) => {
        const { status, page } = await read(path);
        const found = [...(status === 200 ? [] : [`returns ${status}`]), ...htmlFaults(page)];
        const onward: string[] = [];
        for (const [, href = ''] of page.matchAll(/ (?:href|action)="([^"]*)"/g)) {
          if (/^\/rest\/([^"]*\.html|(user|operation\/history)\/[^/.]+)($|\?)/.test(href))
            onward.push(href.replaceAll('&amp;', '&'));
          else if (!/^(#main|\/rest\/.*\.(json|xml|jsonw|txt|csv(\?[^"]*)?))$/.test(href))
            found.push(`leads to ${href}`);
        }
        faults.push(...found.map((fault) => `${path}: ${fault}`));
        return onward;
      });
      expect(faults).toEqual([]);
      expect(EVERY_KIND.filter((kind) => !visited.has(kind))).toEqual([]);
    },
    WALK_MS,
  );

  it('never hold a name unescaped, in whatever part of the page', async () => {
    for (const below of ['', '/children', '/hierarchy', '/schedules', '/availability', '/alerts', '/nothing']) {
      const { page } = await read(`/rest/resource/${fixture.hostile.id}${below}.html`);
      expect(page).not.toContain('<img');
      expect(page).not.toContain('<script');
      expect(htmlFaults(page)).toEqual([]);
    }
    const { page } = await read(`/rest/resource/${fixture.hostile.id}.html`);
    const name = HOSTILE_NAME.replace(
      /[<>"']/g,
      (char) => `&${{ '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }[char]};`,
    );
    expect(page).toContain(`<h1>${name}</h1>`);
  });

  it('lead to a baseline and to the value of a trait only when there is one', async () => {
    const [trait, number] = [
      await givenSchedule(api.database, { dataType: 'TRAIT' }),
      await givenSchedule(api.database, { dataType: 'MEASUREMENT' }),
    ];
    const placesOf = async ({ id }: { id: number }): Promise<string> => {
      const { page } = await read(`/rest/metric/schedule/${id}`);
      return /<nav class="places".*?<\/nav>/s
        .exec(page)![0]
        .replace(/<[^>]*>/g, ' ')
        .replace(/ +/g, ' ')
        .trim();
    };
    expect([await placesOf(trait), await placesOf(number)]).toEqual(['Schedule', 'Chart Values Schedule']);
    const then = api.clock.now() - 1;
    await api.put(`/rest/metric/data/${trait.id}/trait/${then}`).send({ value: 'v' }).expect(200);
    await api.put(`/rest/metric/data/${number.id}/baseline`).send({ min: 1, mean: 2, max: 3 }).expect(201);
    expect([await placesOf(trait), await placesOf(number)]).toEqual([
      'Value Schedule',
      'Chart Values Baseline Schedule',
    ]);
  });

  it('keep what a list is narrowed by in the form, escaped', async () => {
    const { page } = await read('/rest/resource?q=%22%3E%3Cimg%3E&category=server&ps=7');
    expect(page).toContain('<input type="search" name="q" value="&quot;&gt;&lt;img&gt;">');
    expect(page).toContain('<option value="SERVER" selected="">');
    expect(page).toContain('<input type="hidden" name="ps" value="7">');
    expect(htmlFaults(page)).toEqual([]);
    const { page: plain } = await read('/rest/resource');
    expect(plain).toContain('<option value="" selected="">Any</option>');
    expect(plain).toContain('<option value="COMMITTED" selected="">');
  });
});

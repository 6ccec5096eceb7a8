import { type ConsoleFixture, EVERY_KIND, givenConsoleFixture, HOSTILE_NAME, walkConsole } from './console-fixture';
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
    'all exist, are well-formed, and link only to each other and to the console',
    async () => {
      const faults: string[] = [];
      const visited = await walkConsole(fixture, async (path) => {
        const { status, page } = await read(path);
        const found = [...(status === 200 ? [] : [`returns ${status}`]), ...htmlFaults(page)];
        const onward: string[] = [];
        for (const [, href = ''] of page.matchAll(/ (?:href|action)="([^"]*)"/g)) {
          if (/^\/rest\/([^"]*\.html|(user|operation\/history)\/[^/.]+)($|\?)/.test(href))
            onward.push(href.replaceAll('&amp;', '&'));
          else if (
            !/^(#main|\/rest\/(.*\.csv(\?[^"]*)?|operation\/definitions\?[^"]*|resource\/type\/[^"]*)?|.*\/console\/.*)$/.test(
              href,
            )
          )
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

  it('always escape names', async () => {
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
    expect(page).toContain(`<td>${name}</td>`);
  });
});

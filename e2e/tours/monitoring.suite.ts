import type { RunningSystem } from '../../tools/system';
import { runTour } from './run-tour';

/** From a plugin to a tree: the script that people run. */
export function describeMonitoringTour(system: () => RunningSystem): void {
  describe('e2e/tours/monitoring-tour.mjs', () => {
    const tour = () => runTour('monitoring', system());
    let output: string;
    beforeAll(async () => void (output = await tour()), 120_000);

    it('deploys a plugin from a JAR, imports discovered resources and creates others in two more ways', () => {
      expect(output).toContain('Printers 1.0.0 is INSTALLED');
      // The alerts tour imports it as well.
      expect(output).toMatch(/sample-host \(Linux\): (NEW -> COMMITTED|in inventory already)\n/);
      expect(output).toContain('Sample Server (Demo Server): NEW -> COMMITTED');
      expect(output).toMatch(/Printer third floor with \{"address":"printer-3\.example"\}: id \d+\n/);
      expect(output).toMatch(
        /302, being created: ask at \/rest\/resource\/creationStatus\/\d+\n.* 200, created: orders/s,
      );
      expect(output).toContain('It lies in sample-host / Sample Server\n');
    });

    it('shows the tree, four representations of a resource, and the tree without created resources', () => {
      expect(withoutIds(output)).toContain(
        [
          '5. The tree',
          '   sample-host',
          '      Sample Server',
          '         orders',
          '      third floor',
          '         letters',
          '\n6. ',
        ].join('\n'),
      );
      for (const [name, start] of Object.entries({
        'JSON     application/json': '{"resourceName":"third floor",',
        'XML      application/xml': '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><resource>',
        'HTML     text/html; charset=utf-8': '<main',
        'wrapped  application/vnd.vendor.wrapped+json': '{"resourceName":"third floor",',
      })) {
        expect(output.replaceAll(/, \d+ characters\n +/g, ' ')).toContain(`   ${name} ${start}`);
      }
      expect(output.match(/: 204, now (UNINVENTORIED|gone)\n/g)).toHaveLength(2);
      const left = withoutIds(output.slice(output.lastIndexOf('DELETE')));
      expect(left).toMatch(/\n {3}sample-host\n {6}Sample Server\n\n/);
    });

    it('can be run again', async () => {
      expect(await tour()).toContain('sample-host (Linux): in inventory already');
    }, 120_000);

    it('can be walked by the links of pages only, from the root to a server and back', async () => {
      const open = async (address: string): Promise<string> => {
        const response = await fetch(new URL(address, system().gatewayUrl), {
          headers: { Authorization: system().login, Accept: 'text/html' },
        });
        expect([address, response.status]).toEqual([address, 200]);
        return response.text();
      };
      /** The page behind the link of this relation, which the record of this name has. */
      const follow = (page: string, relation: string, name = ''): Promise<string> => {
        const record = page
          .split('<table class="facts">')
          .find((part) => part.includes(name ? `<td>${name}</td>` : relation));
        const address = new RegExp(`<a href="([^"]+)">${relation}</a>`).exec(record ?? '')?.[1];
        if (address === undefined) throw new Error(`there is no link "${relation}" of "${name}" in ${page}`);
        return open(address.replaceAll('&amp;', '&'));
      };

      const platforms = await follow(await open('/rest/'), 'platforms');
      const host = await follow(platforms, 'self', 'sample-host');
      const server = await follow(await follow(host, 'children'), 'self', 'Sample Server');
      expect(server).toContain('<td>Sample Server</td>');
      expect(await follow(server, 'parent')).toBe(host);
    }, 120_000);
  });
}

const withoutIds = (text: string): string => text.replaceAll(/ \(\d+\)$/gm, '');

import { consoleAddress, toConsolePlace } from './addresses';

const ADDRESS = { publicBaseUrl: 'https://wardstone.test' };

it.each([
  ['', '/'],
  ['/status', '/'],
  ['/resource', '/inventory'],
  ['/resource/10001', '/inventory/10001'],
  ['/resource/10001/children', '/inventory/10001'],
  ['/resource/10001/schedules', '/inventory/10001/schedules'],
  ['/metric/data/resource/10001', '/inventory/10001'],
  ['/metric/charts/resource/10001', '/inventory/10001'],
  ['/metric/data/10001/raw', '/inventory'],
  ['/metric/charts/group/10002', '/groups/10002'],
  ['/group/10002/resources', '/groups/10002'],
  ['/group/definitions', '/groups/definitions'],
  ['/group/definition/10003', '/groups/definitions/10003'],
  ['/alert/10004/conditions', '/alerts/10004'],
  ['/alert/definition/10005', '/alerts/definitions/10005'],
  ['/alert/definitions', '/alerts/definitions'],
  ['/alert/count', '/alerts'],
  ['/reports', '/reports'],
])('leads from %s to the page %s of the console', (path, page) => {
  expect(consoleAddress(toConsolePlace(path), ADDRESS)).toBe(`https://wardstone.test/console${page}`);
});

it('leads to the same page in another console, or to its front page', () => {
  const other = { ...ADDRESS, consoleUrl: 'https://console.test' };
  expect(consoleAddress(toConsolePlace('/group/10002'), other)).toBe(
    'https://console.test/coregui/#ResourceGroup/10002',
  );
  expect(consoleAddress(toConsolePlace('/alert/10004'), other)).toBe('https://console.test/coregui/#');
});

import { named } from '@wardstone/testing';
import type { Recorder } from './recorder';
import {
  ALERT,
  ALERTS,
  COLLEAGUE,
  DISK_ALERT,
  GROUP,
  GROUPS,
  MAIL_ALERT,
  NEW_HOSTS,
  NEW_POLICY,
  ON_CALL,
  POLICY,
  RESULT_FILE,
  type TaskRecords,
} from './records';

export interface Task {
  /** Prefix of its pictures. */
  name: string;
  /** Title in docs/console.md. */
  title: string;
  /** Performs the task, from the overview until the result is shown. */
  run: (recorder: Recorder, records: TaskRecords) => Promise<void>;
}

const DIALOG = '[role=dialog]';
const NAME = 'input[aria-label=Name]';

/** The most frequent tasks of operators and auditors. */
export const TASKS: readonly Task[] = [
  { name: 'disk-alert', title: 'Alert when a disk is more than 90 % full, on every host', run: alertOnDisks },
  { name: 'not-compliant', title: 'Find why a system is not compliant', run: findFailedRule },
  { name: 'new-machines', title: 'Take in ten new machines', run: importMachines },
  { name: 'operation', title: 'Run an operation and read its result', run: runOperation },
  { name: 'sick-host', title: 'Find which host is sick, and with what', run: findSickHost },
  { name: 'acknowledge', title: 'Acknowledge fifty alerts', run: acknowledgeAlerts },
  { name: 'interval', title: 'Collect a metric more often', run: changeInterval },
  { name: 'groups', title: 'Group resources by an expression', run: makeGroups },
  { name: 'policy', title: 'Make a policy and assign systems', run: makePolicy },
  { name: 'upload', title: 'Upload the result of a scan', run: uploadResult },
  { name: 'audit', title: 'Find who changed something, and what it was before', run: findChange },
  { name: 'host', title: 'Find what is wrong with a host', run: lookAtHost },
  { name: 'take-out', title: 'Take a dead server out', run: takeOut },
  { name: 'access', title: 'Give a colleague the right to see one group', run: openGroup },
  { name: 'mail', title: 'Mail me when any disk is nearly full, once', run: mailOnDisks },
  { name: 'print', title: 'Print the state of a policy', run: printPolicy },
  { name: 'silence', title: 'Silence a host that has a problem', run: silenceHost },
  { name: 'notified', title: 'See who was notified of an alert', run: findNotified },
  { name: 'on-call', title: 'Put two people on call in turns, and escalate to them', run: putOnCall },
  { name: 'exception', title: 'Request an exception from a failed rule', run: requestException },
  { name: 'approve', title: 'Approve an exception that a colleague requested', run: approveException },
  { name: 'compare', title: 'Compare a result with the previous one', run: compareResults },
];

async function alertOnDisks(console: Recorder): Promise<void> {
  await defineOnDisks(console, DISK_ALERT);
  await console.see('3 alerts in the last six days on');
  await console.page.waitForSelector('.dry-run td::-p-text(Used Percentage > 90\u00a0%)');
  await console.page.waitForSelector('.dry-run .time-chart canvas');
  await console.picture('dry-run');
  await console.button('Create');
  await console.page.waitForSelector(`h1::-p-text(${DISK_ALERT})`);
}

/** Fills in a definition except for its notifications. */
async function defineOnDisks(console: Recorder, name: string): Promise<void> {
  await console.open('Alerts');
  await console.link('New definition');
  await console.arriveAt('New alert definition');
  // The first rows are file systems, by name.
  await console.button('All of this type, File System');
  await console.type('#definition-name', name);
  // The only percentage among the metrics of a file system is selected by default.
  await console.page.waitForSelector('label[for="condition-0-threshold"]::-p-text(%)');
  await console.type('#condition-0-threshold', '90');
}

async function mailOnDisks(console: Recorder): Promise<void> {
  await defineOnDisks(console, MAIL_ALERT);
  await console.choose('.add-notification select', 'Direct Emails: sends e-mail to fixed addresses');
  await console.type('#notification-0-emailAddress', 'me@example.com');
  await console.see('Once, until it recovers');
  await console.picture('definition');
  await console.button('Create');
  await console.page.waitForSelector(`h1::-p-text(${MAIL_ALERT})`);
}

async function silenceHost(console: Recorder): Promise<void> {
  await console.click('table[aria-label="Worst hosts"] a::-p-text(db-01)');
  await console.button('Silence');
  await console.type(`${DIALOG} textarea`, 'disks swapped');
  await console.button('Silence', DIALOG);
  await console.page.waitForSelector(DIALOG, { hidden: true });
}

async function findNotified(console: Recorder): Promise<void> {
  await console.click(`main ul.lines a[href*="/alerts/"]:not([href*="/definitions/"])::-p-text(${MAIL_ALERT})`);
  await console.see('me@example.com');
}

async function putOnCall(console: Recorder): Promise<void> {
  await console.open('Alerts');
  await console.open('On call');
  await console.button('New rotation');
  await console.type(`${DIALOG} input[type=text]`, ON_CALL);
  for (const person of [COLLEAGUE, 'admin']) {
    await console.click(`${DIALOG} .add-member::-p-text(Add ${person})`);
  }
  await console.button('Create', DIALOG);
  await console.page.waitForSelector(DIALOG, { hidden: true });
  await console.link('New policy');
  await console.page.waitForSelector(`input[value="${ON_CALL}"]`);
  await console.button('Create');
  await console.arriveAt('Alerts');
  await console.page.waitForSelector(`main td a[href*="/policies/"]::-p-text(${ON_CALL})`);
}

async function requestException(console: Recorder): Promise<void> {
  await openResult(console);
  await console.click('details.rule summary');
  await console.click('details.rule[open] button::-p-text(Request exception)');
  await console.page.waitForSelector(`${DIALOG} textarea`);
  await console.type(`${DIALOG} textarea`, 'until release 9');
  await console.button('Send request', DIALOG);
  await console.see('Exception requested');
}

async function approveException(console: Recorder, { requested }: TaskRecords): Promise<void> {
  await console.open('Compliance');
  await console.open('Exceptions');
  await console.click(`main td a::-p-text(${requested})`);
  await console.button('Approve');
  await console.button('Approve', DIALOG);
  await console.see('Approved');
}

async function compareResults(console: Recorder): Promise<void> {
  await openResult(console);
  await console.link('Compare with the previous result');
  await console.see('Newly failed: 1');
}

/** From the overview, which names the least compliant policies. */
async function openResult(console: Recorder): Promise<void> {
  await console.click(`main a[href*="/compliance/policies/"]::-p-text(${POLICY})`);
  await console.link('db-01');
  await console.page.waitForSelector('details.rule');
}

async function openGroup(console: Recorder): Promise<void> {
  await console.open('Groups');
  await console.link(GROUP);
  await console.open('Access');
  const toViewers = '#role-viewer';
  await console.click(toViewers);
  await console.page.waitForSelector(`${toViewers}:checked:not(:disabled)`);
  await console.picture('access');
}

async function printPolicy(console: Recorder): Promise<void> {
  await console.open('Compliance');
  await console.type('input[aria-label=Title]', 'Debian');
  await console.link(POLICY);
  // Prevents the browser's print dialog.
  await console.page.evaluate('window.print = () => { window.printed = document.title; }');
  await console.link('Print');
  await console.page.waitForFunction('window.printed !== undefined');
  await console.picture('paper');
}

async function findFailedRule(console: Recorder): Promise<void> {
  await console.open('Compliance');
  await console.type('input[aria-label=Title]', 'Debian');
  await console.link(POLICY);
  await console.link('db-01');
  await console.click('details.rule summary');
  await console.see('Rationale');
  await console.picture('rule');
}

async function importMachines(console: Recorder): Promise<void> {
  await console.open('Inventory');
  await console.click('main ::-p-text(Discovery queue)');
  await console.arriveAt('Discovery queue');
  await console.type(NAME, 'rack7');
  await untilRows(console, NEW_HOSTS.length);
  await console.click('thead input[type=checkbox]');
  await console.picture('queue');
  await console.button(`Import (${NEW_HOSTS.length})`);
  await console.see('Nothing matches');
}

async function runOperation(console: Recorder): Promise<void> {
  await openHost(console, 'web-01');
  await console.open('Operations');
  await console.button('Run View Process List');
  await console.button('Run', DIALOG);
  await console.see('rsyslogd');
  await console.picture('result');
}

async function acknowledgeAlerts(console: Recorder): Promise<void> {
  await console.open('Problems');
  await console.type('input[aria-label="Problem, host or resource"]', ALERT);
  await console.page.waitForFunction("location.search.includes('Load')");
  await untilRows(console, 1);
  await console.page.waitForSelector(`main td[data-label=Count]::-p-text(${ALERTS})`);
  await console.click('thead input[type=checkbox]');
  await console.button('Acknowledge 1 problem');
  await console.type(`${DIALOG} textarea`, 'backup runs');
  await console.picture('comment');
  await console.button('Acknowledge', DIALOG);
  await console.see('Acknowledged: admin');
}

async function changeInterval(console: Recorder): Promise<void> {
  await openHost(console, 'web-01');
  await console.open('Schedules');
  await console.choose('select[aria-label="Interval of Free Memory"]', '5 min');
  await console.page.waitForSelector('select[aria-label="Interval of Free Memory"]:not(:disabled)');
  await console.picture('schedules');
}

async function makeGroups(console: Recorder): Promise<void> {
  await console.open('Groups');
  await console.open('Definitions');
  await console.link('New definition');
  await console.type('#definition-name', GROUPS);
  await console.type('#definition-expression', 'resource.type.name = Linux\nresource.name.startsWith = web-');
  await console.button('Save and calculate');
  await console.page.waitForSelector(`main td a::-p-text(DynaGroup - ${GROUPS})`);
  await console.picture('definition');
}

async function makePolicy(console: Recorder, { guide, profile, systems }: TaskRecords): Promise<void> {
  await console.open('Compliance');
  await console.link('New policy');
  await console.click(`label[for="choice-${guide}"]`);
  await console.button('Next');
  await console.click(`label[for="choice-${profile}"]`);
  await console.button('Next');
  await console.type(named('input', 'Title'), NEW_POLICY);
  await console.button('Next');
  for (const host of ['web-01', 'web-02', 'web-03'] as const)
    await console.click(`label[for="system-${systems[host]}"]`);
  await console.picture('systems');
  // Without changes to the profile.
  await console.button('Skip to review');
  await console.button('Create policy');
  await console.see('0 of 3 assigned systems compliant');
}

async function uploadResult(console: Recorder): Promise<void> {
  await console.open('Compliance');
  await console.type('input[aria-label=Title]', 'Debian');
  await console.link(POLICY);
  await console.button('Upload result');
  await console.choose(`${DIALOG} select`, 'db-02');
  await console.file(DIALOG, RESULT_FILE);
  await console.button('Upload', DIALOG);
  await console.see('Stored: score');
  await console.picture('stored');
  await console.button('Close', `${DIALOG} footer`);
  await console.page.waitForSelector('main td a::-p-text(db-02)');
}

async function findChange(console: Recorder): Promise<void> {
  await console.open('Administration');
  await console.open('Audit log');
  await console.type('input[aria-label="Path starts with"]', '/rest/metric/schedule');
  await console.page.waitForFunction("location.search.includes('schedule')");
  await console.page.waitForSelector(`main td::-p-text(${COLLEAGUE})`);
  // The collection interval changed from one minute to half an hour.
  await console.see('collection interval');
  await console.page.waitForSelector('main ins::-p-text(1800 s)');
  await console.picture('audit');
}

async function takeOut(console: Recorder): Promise<void> {
  await openHost(console, 'db-02');
  await console.button('Remove');
  await console.see('2 parts');
  await console.picture('question');
  await console.button('Remove', DIALOG);
  await console.page.waitForFunction("location.pathname === '/console/inventory'");
  await console.arriveAt('Inventory');
}

async function findSickHost(console: Recorder): Promise<void> {
  const row = '::-p-xpath(//table[@aria-label="Worst hosts"]//tr[contains(., "db-01") and contains(., "Load is high")]';
  await console.page.waitForSelector(`${row})`);
  await console.click(`${row}//a[contains(@href, "severity=high")])`);
  await console.page.waitForSelector('main td[data-label=Problem] a::-p-text(Load is high)');
  await console.page.waitForSelector('main td[data-label=Where] a::-p-text(db-01)');
  await console.picture('problems');
}

async function lookAtHost(console: Recorder): Promise<void> {
  await openHost(console, 'db-01');
  await console.page.waitForSelector('.value-tile .value-over::-p-text(95.9 %)');
  await console.see('Used Percentage');
  await console.see('Non-compliant');
  await console.picture('page');
}

async function openHost(console: Recorder, name: string): Promise<void> {
  await console.open('Inventory');
  await console.type(NAME, name);
  await console.click(`main td a::-p-text(${name})`);
}

async function untilRows(console: Recorder, count: number): Promise<void> {
  await console.page.waitForFunction(`document.querySelectorAll('main tbody tr').length === ${count}`);
}

// AGENT_OSCAP_PRIVILEGED=on npm start
// node e2e/tours/scans-tour.mjs
//
// From a security guide to evidence, with no one uploading anything, against a running `npm start` on a machine with `oscap`
// (package openscap-scanner): assigns a policy to this machine, whose agent scans it on schedule, lets a file appear that the
// guide forbids, has the machine scanned, follows the score to an alert, excepts the rule until the exception expires, and
// downloads the evidence in five formats. Can be run again and again.
//
// Environment: WARDSTONE_URL, WARDSTONE_USER, WARDSTONE_PASSWORD, GATEWAY_PORT, DATA_DIR; EVIDENCE_DIR, where the evidence goes.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TourError, call, request, root, run, url } from './tour.mjs';

const api = `${url}/api/compliance/v2`;
const PATIENCE_MS = 240_000;
const THRESHOLD = 70;
const TITLE = 'Tour: this machine';
const DRIFT_RULE = 'xccdf_org.wardstone.tour_rule_no_drift';
const FORMATS = ['csv', 'html', 'sarif', 'oscal.json', 'pdf'];
const APPROVER = 'tour-approver';
/** A number of this installation, so that two tours on one machine use different records. */
const NUMBER = createHash('sha256').update(url).digest().readUInt16BE();
/** A file that the guide forbids. */
const DRIFT = `/var/tmp/wardstone-tour-${NUMBER}`;

const sending = (body) => ({
  headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
const send = async (method, address, body, options = {}) =>
  (await request(method, address, { ...sending(body), ...options })).json();
const read = async (address) => (await request('GET', address, { headers: { Accept: 'application/json' } })).json();
const records = async (target, filter) =>
  (await read(`${api}${target}?limit=100&filter=${encodeURIComponent(filter)}`)).data;

/** Repeats a request until its result is not undefined. */
async function waitFor(what, ask, patienceMs = PATIENCE_MS) {
  for (const endMs = performance.now() + patienceMs; ; await sleep(500)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > endMs) throw new TourError(`${what} did not come about.`);
  }
}

/** This machine, once its agent has reported it. */
async function findMachine() {
  const { id } = await waitFor('This machine is not reported (AGENT=off?): that', async () => {
    const [found] = await records('/systems', `display_name = "${os.hostname()}"`);
    return found?.agent && found;
  });
  const machine = (await read(`${api}/systems/${id}`)).data;
  console.log(`   ${machine.display_name}, version ${machine.os_major_version}.${machine.os_minor_version}`);
  return machine;
}

async function requirePolicy({ id, os_major_version, os_minor_version }) {
  const text = readFileSync(path.join(root, 'e2e/tours/scans-tour-guide.xml'), 'utf8');
  // Another file makes another guide.
  const guide = text.replaceAll('DRIFT_FILE', DRIFT).replaceAll('GUIDE_VERSION', `1.${NUMBER}`);
  const query = `os_major_version=${os_major_version}&os_minor_versions=${os_minor_version}`;
  const headers = { Accept: 'application/json', 'Content-Type': 'application/xml' };
  const imported = await send('POST', `${api}/security_guides?${query}`, undefined, { headers, body: guide });
  const guideId = imported.data.id;
  const [{ id: profile_id }] = await records(`/security_guides/${guideId}/profiles`, 'title = "Tour"');
  const [there] = await records('/policies', `title = "${TITLE}"`);
  const policy =
    there?.id ??
    (await send('POST', `${api}/policies`, { title: TITLE, profile_id, compliance_threshold: THRESHOLD })).data.id;
  await send('PATCH', `${api}/policies/${policy}/systems/${id}`);
  console.log(`   ${TITLE}: threshold ${THRESHOLD}, ${os.hostname()} is assigned`);
  return policy;
}

/** Once each hour, the first time as soon as a minute begins. */
async function schedule(policy) {
  const minute = new Date(Date.now() + 63_000).getUTCMinutes();
  const body = { cron: `${minute} * * * *`, spread_minutes: 0 };
  const { cron, time_zone, next_scan_at } = (await send('PUT', `${api}/policies/${policy}/scan_schedule`, body)).data;
  console.log(`   ${cron} (${time_zone}), next at ${next_scan_at}`);
}

/** The end of the newest scan, other than the one before. */
async function scanned(policy, system, before) {
  const scan = await waitFor('The end of a scan', async () => {
    const [newest] = await records('/scans', `policy_id = ${policy} and system_id = ${system} and newest = true`);
    return newest && newest.id !== before && newest.ended_at ? newest : undefined;
  });
  if (scan.state !== 'uploaded') throw new TourError(`The scan ended as ${scan.state}: ${scan.reason}`);
  const by = scan.asked_by === null ? 'by schedule' : `for ${scan.asked_by}`;
  console.log(`   scanned ${by} at ${scan.ended_at}, ${scan.evaluated_rule_count} rules`);
  return scan.id;
}

async function showResult(policy, system) {
  const [result] = await records(`/reports/${policy}/test_results`, `system_id = ${system}`);
  const { score, verdict, score_with_exceptions, verdict_with_exceptions } = result;
  console.log(`   score ${score}, ${verdict}; with exceptions ${score_with_exceptions}, ${verdict_with_exceptions}`);
  return result;
}

/** The policy of the machine as monitoring knows it, and its metric. */
async function findScore(system) {
  const resource = await waitFor('The policy in monitoring', async () => {
    const { platform_id } = (await read(`${api}/systems/${system}`)).data;
    if (typeof platform_id !== 'number') return undefined;
    const parts = await read(`${url}/rest/resource/${platform_id}/children`);
    return parts.find(({ typeName, resourceName }) => typeName === 'Compliance Policy' && resourceName === TITLE);
  });
  const [metric] = await read(`${url}/rest/resource/${resource.resourceId}/schedules?name=score`);
  console.log(`   ${resource.typeName} ${resource.resourceName}: ${metric.displayName}`);
  return { resourceId: resource.resourceId, ...metric };
}

async function requireValue({ scheduleId }, wanted) {
  const values = await waitFor(`The score ${wanted} in monitoring`, async () => {
    const found = await read(`${url}/rest/metric/data/${scheduleId}/raw?duration=3600000`);
    return found.at(-1)?.value === wanted ? found : undefined;
  });
  console.log(`   values: ${values.map(({ value }) => value).join(', ')}`);
}

const defineAlert = ({ resourceId, definitionId }) =>
  send('POST', `${url}/rest/alert/definitions?resourceId=${resourceId}`, {
    name: 'tour: the score falls',
    priority: 'HIGH',
    enabled: true,
    conditions: [{ category: 'THRESHOLD', comparator: '<', threshold: THRESHOLD, measurementDefinition: definitionId }],
  });

async function showAlert({ id }) {
  const alert = await waitFor('The alert', async () => {
    const [newest] = await read(`${url}/rest/alert?definitionId=${id}`);
    return newest;
  });
  console.log(`   ${alert.name}: ${alert.description}`);
}

/** Asks for an exception that expires soon; another person approves it. Returns the result while it counts. */
async function except(policy, system, seconds) {
  const expires_at = new Date(Date.now() + seconds * 1000).toISOString();
  const waiver = { rule_ref_id: DRIFT_RULE, policy_id: policy, reason: 'The file is gone tomorrow', expires_at };
  const { data } = await send('POST', `${api}/waivers`, waiver);
  console.log(`   requested by ${data.requested_by}, until ${data.expires_at}: ${data.state}`);
  const own = await call('PUT', `${api}/waivers/${data.id}/decision`, sending({ decision: 'approved' }));
  console.log(`   approved by the same person: ${own.status}`);
  const password = randomBytes(18).toString('base64url');
  const accounts = `${url}/auth/accounts`;
  await call('DELETE', `${accounts}/${APPROVER}`);
  await send('POST', accounts, { username: APPROVER, type: 'User', roles: ['admin'], password });
  try {
    const Authorization = `Basic ${Buffer.from(`${APPROVER}:${password}`).toString('base64')}`;
    const { headers, body } = sending({ decision: 'approved' });
    const decision = { headers: { ...headers, Authorization }, body };
    const decided = await call('PUT', `${api}/waivers/${data.id}/decision`, decision);
    const { state, decided_by } = decided.status === 202 ? decided.json().data : { state: decided.text };
    console.log(decided_by ? `   ${state} by ${decided_by}` : `   not approved: ${state}`);
    return await showResult(policy, system);
  } finally {
    await call('DELETE', `${accounts}/${APPROVER}`);
  }
}

async function downloadEvidence(policy, { id }) {
  const folder = process.env.EVIDENCE_DIR || mkdtempSync(path.join(os.tmpdir(), 'wardstone-evidence-'));
  mkdirSync(folder, { recursive: true });
  for (const format of FORMATS) {
    const { bytes, headers } = await request('GET', `${api}/reports/${policy}/evidence.${format}?system_id=${id}`);
    writeFileSync(path.join(folder, `evidence.${format}`), bytes);
    console.log(`   ${format.padEnd(11)}${String(bytes.length).padStart(7)} bytes  ${headers.get('content-type')}`);
  }
  console.log(`   They are in ${folder}`);
}

await run(async () => {
  let policy;
  let alert;
  rmSync(DRIFT, { force: true });
  try {
    console.log('1. This machine, as its agent reports it');
    const machine = await findMachine();
    const [last] = await records('/scans', `system_id = ${machine.id} and newest = true`);

    console.log('\n2. A guide for it, and a policy');
    policy = await requirePolicy(machine);

    console.log('\n3. Its agent scans it by itself');
    await schedule(policy);
    const first = await scanned(policy, machine.id, last?.id);
    const before = await showResult(policy, machine.id);

    console.log('\n4. The score is a metric');
    const metric = await findScore(machine.id);
    await requireValue(metric, before.score);
    alert = await defineAlert(metric);

    console.log('\n5. A file appears that the guide forbids, and someone has the machine scanned');
    writeFileSync(DRIFT, '');
    await send('POST', `${api}/policies/${policy}/scans`, {});
    await scanned(policy, machine.id, first);
    const fallen = await showResult(policy, machine.id);

    console.log('\n6. The alert');
    await requireValue(metric, fallen.score);
    await showAlert(alert);

    console.log('\n7. An exception from the rule, until it expires');
    let excepted = fallen;
    // On a slow machine the first one may expire before anyone looks.
    for (let seconds = 15; excepted.score_with_exceptions === fallen.score && seconds < 200; seconds *= 3) {
      excepted = await except(policy, machine.id, seconds);
    }
    if (excepted.score_with_exceptions === fallen.score) throw new TourError('The exception did not count.');

    console.log('\n8. Evidence, while it counts or after');
    await downloadEvidence(policy, machine);

    console.log('\n9. The exception has expired');
    await waitFor('The end of the exception', async () => {
      const [result] = await records(`/reports/${policy}/test_results`, `system_id = ${machine.id}`);
      return result.score_with_exceptions === fallen.score || undefined;
    });
    await showResult(policy, machine.id);
    console.log(`\n   The policy in a browser: ${url}/console/compliance/policies/${policy}`);
  } finally {
    rmSync(DRIFT, { force: true });
    if (policy) await call('DELETE', `${api}/policies/${policy}/scan_schedule`);
    if (alert) await call('DELETE', `${url}/rest/alert/definition/${alert.id}`);
  }
});

import { auditTexts } from '../../texts/audit';
import { describeChange } from './change';

const { nouns } = auditTexts;

/** Objects of paths, longest prefix first. */
const PLACES: readonly (readonly [place: RegExp, noun: keyof typeof nouns])[] = [
  [/^\/rest\/alert\/definitions\/dry-run$/, 'dryRun'],
  [/^\/rest\/alert\/(definition|condition|notification)/, 'alertDefinition'],
  [/^\/rest\/alert\//, 'alert'],
  [/^\/rest\/integration\/receive\b/, 'alertReport'],
  [/^\/rest\/integration\b/, 'integration'],
  [/^\/rest\/heartbeat\b/, 'heartbeat'],
  [/^\/rest\/silence\b/, 'silence'],
  [/^\/rest\/incident\b/, 'incident'],
  [/^\/rest\/on-call\/rotation\b/, 'rotation'],
  [/^\/rest\/on-call\/escalation\b/, 'escalation'],
  [/^\/rest\/on-call\/quiet-hours$/, 'quietHours'],
  [/^\/rest\/group\/definition/, 'groupDefinition'],
  [/^\/rest\/group\b/, 'group'],
  [/^\/rest\/resource\b/, 'resource'],
  [/^\/rest\/operation\/schedules\b/, 'operationSchedule'],
  [/^\/rest\/operation\b/, 'operation'],
  [/^\/rest\/metric\/schedule/, 'schedule'],
  [/^\/rest\/metric\b/, 'metricData'],
  [/^\/rest\/(plugins|content)\b/, 'plugin'],
  [/\/tailorings?\b/, 'tailoring'],
  [/\/test_results$/, 'testResult'],
  [/^\/api\/compliance\/v2\/waivers\b/, 'waiver'],
  [/^\/api\/compliance\/v2\/policies\b/, 'policy'],
  [/^\/api\/compliance\/v2\/systems\b/, 'system'],
  [/^\/api\/compliance\/v2\/security_guides\b/, 'guide'],
  [/^\/auth\/accounts\b/, 'account'],
  [/^\/auth\/tokens\b/, 'token'],
  [/^\/auth\/join-tokens\b/, 'joinToken'],
  [/^\/auth\/agents\b/, 'agent'],
  [/^\/rest\/agent\b/, 'agentReport'],
  [/^\/auth\/session\b/, 'session'],
  [/^\/auth\/token$/, 'token'],
  [/^\/api\/v1\/error/, 'error'],
];

/** Description of a request that changed something; undefined if there is none. Pure. */
export function changeText(method: string, target: string): string | undefined {
  const noun = PLACES.find(([place]) => place.test(target))?.[1];
  return noun === undefined || !Object.hasOwn(auditTexts.verbs, method)
    ? undefined
    : describeChange(method, { kind: noun });
}

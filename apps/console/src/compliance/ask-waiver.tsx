import { Button } from '@patternfly/react-core';
import type { ReportRecord, WaiverRecord } from '@wardstone/client/compliance';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { request, useRefresh } from '../api/client';
import { COMPLIANCE, type Single } from '../api/compliance';
import { ChoiceField, FormDialog, LongTextField, TextField, useFields } from '../parts/forms';
import { useNow } from '../parts/values';
import { useMay } from '../api/caller';
import { waiverTexts as texts } from '../texts/waivers';
import { findGroupId } from './groups';
import { type ChosenSystems, SystemChooser } from './system-chooser';
import { pageOfWaiver } from './waiver-parts';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 90;
const MAX_DAYS = 730;
const LONGEST = 2000;

export interface WaiverWanted {
  rule: { ref_id: string; title: string; severity: string };
  report: Pick<ReportRecord, 'id' | 'os_major_version' | 'all_systems_exposed'>;
  /** System whose result shows the failed rule, with its group. */
  system?: { id: string; name: string; group: string | undefined } | undefined;
  /** Only a failed rule can get an exception; a review is possible for any rule. */
  isFailed?: boolean;
}

type Decision = 'exception' | NonNullable<WaiverRecord['result']>;

/** Button that requests an exception for a failed rule; afterwards a link to the request. */
export function AskWaiver(wanted: WaiverWanted): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [stored, setStored] = useState<string>();
  const mayAsk = useMay('compliance:waiver:write');
  const { isFailed = true } = wanted;
  if (stored !== undefined) return <Link to={pageOfWaiver(stored)}>{texts.asked}</Link>;
  if (!mayAsk) return null;
  return (
    <>
      <Button
        variant="link"
        isInline
        aria-label={isFailed ? texts.askFor(wanted.rule.title) : texts.reviewOf(wanted.rule.title)}
        onClick={() => setAsking(true)}
      >
        {isFailed ? texts.ask : texts.review}
      </Button>
      {isAsking && <AskDialog {...wanted} stored={setStored} close={() => setAsking(false)} />}
    </>
  );
}

type Scope = 'system' | 'systems' | 'group' | 'policy';
interface Draft {
  decision: Decision;
  scope: Scope;
  chosen: ChosenSystems;
  group: string;
  reason: string;
  owner: string;
  severity: LoweredSeverity;
  expires: string;
}

type LoweredSeverity = NonNullable<WaiverRecord['severity']>;

type AskDialogProps = WaiverWanted & { stored: (id: string) => void; close: () => void };

function AskDialog({ rule, report, system, isFailed = true, stored, close }: AskDialogProps): ReactNode {
  const now = useNow();
  const [draft, field] = useFields<Draft>({
    decision: isFailed ? 'exception' : 'pass',
    scope: system ? 'system' : report.all_systems_exposed ? 'policy' : 'systems',
    chosen: new Map(),
    group: system?.group ?? '',
    reason: '',
    owner: '',
    severity: lowerSeverities(rule.severity)[0] ?? 'info',
    expires: dayAfter(now, USUAL_DAYS),
  });
  const { decision, scope, chosen } = draft;
  const refresh = useRefresh();
  const isPlan = decision === 'planned';
  const submit = async (): Promise<string> => {
    const body = await bodyFor(draft, rule.ref_id, report.id, system?.id);
    const { data } = await request<Single<WaiverRecord>>(`${COMPLIANCE}/waivers`, { method: 'POST', body });
    await refresh();
    return data.id;
  };
  return (
    <FormDialog
      title={isFailed ? texts.askFor(rule.title) : texts.reviewOf(rule.title)}
      action={isPlan ? texts.add : texts.send}
      description={HELP[decision].about}
      isReady={isComplete(draft)}
      submit={submit}
      submitted={(id) => {
        stored(id);
        close();
      }}
      close={close}
    >
      <ChoiceField {...field('scope')} label={texts.scope} options={listScopes(report, system)} isRequired />
      {scope === 'systems' && (
        <SystemChooser osMajor={report.os_major_version} chosen={chosen} choose={field('chosen').change} />
      )}
      {scope === 'group' && <TextField {...field('group')} label={texts.group} help={texts.groupHelp} isRequired />}
      <ChoiceField
        {...field('decision')}
        label={texts.decision}
        options={listDecisions(isFailed, rule.severity)}
        isRequired
      />
      {decision === 'lowered' && (
        <ChoiceField
          {...field('severity')}
          label={texts.lowerTo}
          options={lowerSeverities(rule.severity).map((severity) => [severity, texts.severities[severity]] as const)}
          isRequired
        />
      )}
      {isPlan && <TextField {...field('owner')} label={texts.owner} help={texts.ownerHelp} isRequired />}
      <LongTextField
        {...field('reason')}
        label={texts.reason}
        help={HELP[decision].reason}
        maxLength={LONGEST}
        isRequired
        isFocused
      />
      <ExpiryField {...field('expires')} isPlan={isPlan} now={now} />
    </FormDialog>
  );
}

function isComplete({ decision, scope, chosen, group, reason, owner, expires }: Draft): boolean {
  const isScoped = scope === 'systems' ? chosen.size > 0 : scope !== 'group' || group.trim() !== '';
  return isScoped && reason.trim() !== '' && expires !== '' && (decision !== 'planned' || owner.trim() !== '');
}

interface ExpiryFieldProps extends Omit<ComponentProps<typeof TextField>, 'label'> {
  isPlan: boolean;
  now: number;
}

function ExpiryField({ isPlan, now, ...field }: ExpiryFieldProps): ReactNode {
  return (
    <TextField
      {...field}
      label={isPlan ? texts.due : texts.expires}
      type="date"
      min={dayAfter(now, 1)}
      max={dayAfter(now, MAX_DAYS)}
      help={isPlan ? texts.dueHelp : texts.expiresHelp}
      isRequired
    />
  );
}

async function bodyFor(
  { decision, scope, chosen, group, reason, owner, severity, expires }: Draft,
  rule: string,
  policy: string,
  system: string | undefined,
): Promise<object> {
  return {
    rule_ref_id: rule,
    policy_id: policy,
    reason,
    expires_at: `${expires}T00:00:00.000Z`,
    ...(decision === 'exception' ? {} : { result: decision }),
    ...(decision === 'planned' ? { owner: owner.trim() } : {}),
    ...(decision === 'lowered' ? { severity } : {}),
    ...(scope === 'system' ? { system_ids: [system!] } : {}),
    ...(scope === 'systems' ? { system_ids: [...chosen.keys()] } : {}),
    ...(scope === 'group' ? { group_id: await groupCalled(group.trim()) } : {}),
  };
}

const REVIEW_HELP = { about: texts.reviewHelp, reason: texts.reviewReasonHelp };
const HELP: Readonly<Record<Decision, { about: string; reason: string }>> = {
  exception: { about: texts.help, reason: texts.reasonHelp },
  planned: { about: texts.planHelp, reason: texts.planReasonHelp },
  lowered: { about: texts.loweredHelp, reason: texts.loweredReasonHelp },
  pass: REVIEW_HELP,
  fail: REVIEW_HELP,
  notapplicable: REVIEW_HELP,
};

/** Severities below that of a rule, the highest first. */
function lowerSeverities(severity: string): readonly LoweredSeverity[] {
  const at = ['high', 'medium', 'low'].indexOf(severity);
  return at < 0 ? [] : (['medium', 'low', 'info'] as const).slice(at);
}

const listDecisions = (isFailed: boolean, severity: string): (readonly [Decision, string])[] => [
  ...(isFailed
    ? [['exception', texts.decisions.exception] as const, ['planned', texts.decisions.planned] as const]
    : []),
  ...(isFailed && lowerSeverities(severity).length > 0 ? [['lowered', texts.decisions.lowered] as const] : []),
  ['pass', texts.decisions.pass],
  ['fail', texts.decisions.fail],
  ['notapplicable', texts.decisions.notapplicable],
];

/** A whole policy can be selected only by viewers who see all of its systems. */
function listScopes(
  { all_systems_exposed: seesAll }: WaiverWanted['report'],
  system: WaiverWanted['system'],
): (readonly [Scope, string])[] {
  return [
    ...(system ? [['system', texts.scopes.system(system.name)] as const] : []),
    ['systems', texts.scopes.systems],
    ['group', texts.scopes.group],
    ...(seesAll ? [['policy', texts.scopes.policy] as const] : []),
  ];
}

const dayAfter = (now: number, days: number): string => new Date(now + days * DAY_MS).toISOString().slice(0, 10);

/** @throws Error when the viewer sees no system in it */
async function groupCalled(name: string): Promise<string> {
  const id = await findGroupId(name);
  if (id === undefined) throw new Error(texts.noGroup(name));
  return id;
}

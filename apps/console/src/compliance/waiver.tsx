import { Alert, Button, Flex } from '@patternfly/react-core';
import type { WaiverRecord } from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { LIVE, request, useApi, useChanged, withQuery } from '../api/client';
import { COMPLIANCE, type Single } from '../api/compliance';
import { ConfirmDialog } from '../parts/forms';
import { Person } from '../parts/person';
import { Facts, Time } from '../parts/values';
import { Loaded } from '../parts/states';
import { ConsolePage, Part } from '../parts/page';
import { column, DataTable } from '../parts/list';
import { useMay } from '../api/caller';
import { complianceTexts } from '../texts/compliance';
import { waiverTexts as texts } from '../texts/waivers';
import { SeverityLabel } from './labels';
import { UploadDialog } from './upload-dialog';
import { listWaiverEvents, type WaiverEvent } from './waiver-events';
import { WaiverScope, WaiverState } from './waiver-parts';

/** An exception: its scope, its history, and possible actions. */
export function Waiver(): ReactNode {
  const { waiverId = '' } = useParams();
  const path = `${COMPLIANCE}/waivers/${encodeURIComponent(waiverId)}`;
  const query = useApi<Single<WaiverRecord>>(path, LIVE);
  const waiver = query.data?.data;
  const mayRead = useMay('audit:read');
  return (
    <ConsolePage
      title={waiver ? (waiver.rule?.title ?? waiver.rule_ref_id) : texts.one}
      trail={[
        { title: complianceTexts.title, to: '/compliance' },
        { title: texts.title, to: '/compliance/exceptions' },
      ]}
      beside={waiver && <WaiverState waiver={waiver} />}
      actions={waiver && <Actions waiver={waiver} path={path} />}
    >
      <Loaded query={query}>
        {({ data }) => (
          <div className="parts-of-page">
            {data.needs_other_approver && (
              <Alert variant="info" component="h2" isInline title={ownTexts(data).title}>
                {ownTexts(data).body}
              </Alert>
            )}
            <Facts
              facts={[
                [texts.rule, <WaivedRule waiver={data} />],
                [texts.decision, texts.decisions[data.result ?? 'exception']],
                [texts.lowerTo, data.severity && <SeverityLabel value={data.severity} />],
                [texts.scope, <WaiverScope waiver={data} isWhole />],
                [texts.owner, data.owner],
                [data.result === 'planned' ? texts.due : texts.expires, <Time at={data.expires_at} isFull />],
                [texts.reason, <span className="text">{data.reason}</span>],
                [texts.attachment, <Attachment waiver={data} path={`${path}/attachment`} />],
              ]}
            />
            <Part
              title={texts.history}
              actions={mayRead && <Link to={withQuery('/administration/audit', { target: path })}>{texts.audit}</Link>}
            >
              <Events waiver={data} />
            </Part>
          </div>
        )}
      </Loaded>
    </ConsolePage>
  );
}

/** The attached file, or a button to attach one before the decision. */
function Attachment({ waiver, path }: { waiver: WaiverRecord; path: string }): ReactNode {
  const [isAttaching, setAttaching] = useState(false);
  const mayAttach = useMay('compliance:waiver:write') && ATTACHABLE.includes(waiver.state);
  const { attachment } = waiver;
  if (attachment) {
    return (
      <>
        <a href={path} download>
          {attachment.file_name}
        </a>{' '}
        <small className="text small">{texts.attached(attachment.byte_count, attachment.sha256)}</small>
      </>
    );
  }
  if (!mayAttach) return texts.noAttachment;
  return (
    <>
      <Button variant="link" isInline onClick={() => setAttaching(true)}>
        {texts.attach}
      </Button>
      {isAttaching && (
        <UploadDialog<WaiverRecord>
          title={texts.attach}
          help={texts.attachHelp}
          path={(file) => withQuery(path, { file_name: file.name })}
          mediaType="application/octet-stream"
          maxMib={MAX_ATTACHMENT_MIB}
          describe={(stored) => texts.attachDone(stored.attachment?.file_name ?? '')}
          close={() => setAttaching(false)}
        />
      )}
    </>
  );
}

const ownTexts = ({ result }: WaiverRecord) =>
  result === null ? texts.own : result === 'lowered' ? texts.ownLowered : texts.ownReview;

function WaivedRule({ waiver: { rule, rule_ref_id: ref } }: { waiver: WaiverRecord }): ReactNode {
  if (!rule) return ref;
  const page = `/compliance/guides/${rule.security_guide_id}/rules/${encodeURIComponent(ref)}`;
  return (
    <>
      <Link to={page}>{rule.title}</Link> <SeverityLabel value={rule.severity} />
    </>
  );
}

function Events({ waiver }: { waiver: WaiverRecord }): ReactNode {
  return (
    <DataTable<WaiverEvent>
      label={texts.history}
      rows={listWaiverEvents(waiver)}
      toKey={({ what }) => what}
      columns={[
        column('when', texts.when, ({ at }) => <Time at={at} isFull />),
        column('what', texts.what, ({ what }) => texts.events[what]),
        column('who', texts.who, ({ by }) => (by === null ? '–' : <Person login={by} />)),
      ]}
    />
  );
}

const ATTACHABLE: readonly WaiverRecord['state'][] = ['requested', 'planned', 'overdue'];
const MAX_ATTACHMENT_MIB = 5;

const QUESTIONS = {
  approve: texts.approveQuestion,
  refuse: texts.refuseQuestion,
  withdraw: texts.withdrawQuestion,
} as const;
/** Text of the dialog that confirms an action. Pure. */
function questionText(question: keyof typeof QUESTIONS, { result }: WaiverRecord): string {
  if (question === 'approve' && result === 'lowered') return texts.approveLoweredQuestion;
  if (question === 'withdraw' && result === 'lowered') return texts.withdrawLoweredQuestion;
  return question === 'approve' && result !== null ? texts.approveReviewQuestion : QUESTIONS[question];
}

const DECISIONS = { approve: 'approved', refuse: 'rejected' } as const;

function Actions({ waiver, path }: { waiver: WaiverRecord; path: string }): ReactNode {
  const [question, ask] = useState<keyof typeof QUESTIONS>();
  const changed = useChanged();
  const mayDecide = useMay('compliance:waiver:approve') && waiver.state === 'requested';
  const mayWithdraw =
    useMay('compliance:waiver:write') && ['requested', 'approved', 'planned', 'overdue'].includes(waiver.state);
  const act = (what: keyof typeof QUESTIONS): Promise<unknown> =>
    changed(
      what === 'withdraw'
        ? request(path, { method: 'DELETE' })
        : request(`${path}/decision`, { method: 'PUT', body: { decision: DECISIONS[what] } }),
    );
  return (
    <Flex columnGap={{ default: 'columnGapSm' }} rowGap={{ default: 'rowGapSm' }}>
      {mayDecide && !waiver.needs_other_approver && <Button onClick={() => ask('approve')}>{texts.approve}</Button>}
      {mayDecide && (
        <Button variant="secondary" onClick={() => ask('refuse')}>
          {texts.refuse}
        </Button>
      )}
      {mayWithdraw && (
        <Button variant="secondary" isDanger onClick={() => ask('withdraw')}>
          {texts.withdraw}
        </Button>
      )}
      {question && (
        <ConfirmDialog
          title={`${texts[question]}: ${waiver.rule?.title ?? waiver.rule_ref_id}`}
          action={texts[question]}
          isDanger={question === 'withdraw'}
          confirm={() => act(question)}
          close={() => ask(undefined)}
        >
          {questionText(question, waiver)}
        </ConfirmDialog>
      )}
    </Flex>
  );
}

import type { RuleRecord, SystemRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { ConsolePage, Part } from '../parts/page';
import { COMPLIANCE, failedRuleCondition, type Single, sortedPages } from '../api/compliance';
import { useApi } from '../api/client';
import { EmptyPart, Loaded } from '../parts/states';
import { List } from '../parts/list';
import { useMay } from '../api/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { SYSTEM_COLUMNS } from './columns';
import { SeverityLabel } from './labels';
import { RuleDetails } from './rule-details';

/** A rule of a guide, and the systems that fail it. */
export function Rule(): ReactNode {
  const { guideId = '', ruleId = '' } = useParams();
  const guide = `${COMPLIANCE}/security_guides/${encodeURIComponent(guideId)}`;
  const query = useApi<Single<RuleRecord>>(`${guide}/rules/${encodeURIComponent(ruleId)}`);
  const rule = query.data?.data;
  const mayRead = useMay('compliance:system:read');
  return (
    <ConsolePage
      title={rule?.title ?? texts.rule}
      trail={[
        { title: texts.sections.guides, to: '/compliance/guides' },
        { title: texts.rules, to: `/compliance/guides/${guideId}?tab=rules` },
      ]}
      beside={rule && <SeverityLabel value={rule.severity} />}
    >
      <Loaded query={query}>
        {({ data }) => (
          <div className="parts-of-page">
            <RuleDetails rule={data} />
            {mayRead && <FailingSystems rule={data} />}
          </div>
        )}
      </Loaded>
    </ConsolePage>
  );
}

const SYSTEMS = `${COMPLIANCE}/systems`;

/** Failing systems of all policies. */
function FailingSystems({ rule }: { rule: RuleRecord }): ReactNode {
  return (
    <Part title={texts.failing}>
      <List<SystemRecord>
        label={texts.failing}
        source={`${SYSTEMS} ${rule.ref_id}`}
        toKey={({ id }) => id}
        fetchPage={sortedPages(SYSTEMS, 'display_name', () => [failedRuleCondition(rule.ref_id)])}
        columns={[SYSTEM_COLUMNS.name, SYSTEM_COLUMNS.osVersion, SYSTEM_COLUMNS.policies, SYSTEM_COLUMNS.lastSeen]}
        empty={<EmptyPart {...texts.failingNone} />}
      />
    </Part>
  );
}

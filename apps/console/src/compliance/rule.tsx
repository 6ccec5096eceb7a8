import { PageSection } from '@patternfly/react-core';
import type { RuleRecord } from '@wardstone/dto/compliance';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { COMPLIANCE, type Single } from '../api/compliance';
import { useApi } from '../api/hooks';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/page-head';
import { complianceTexts as texts } from '../texts/compliance';
import { SeverityLabel } from './labels';
import { RuleDetails } from './rule-details';

/** A rule of a guide. */
export function Rule(): ReactNode {
  const { guideId = '', ruleId = '' } = useParams();
  const guide = `${COMPLIANCE}/security_guides/${encodeURIComponent(guideId)}`;
  const query = useApi<Single<RuleRecord>>(`${guide}/rules/${encodeURIComponent(ruleId)}`);
  const rule = query.data?.data;
  return (
    <>
      <PageHead
        title={rule?.title ?? texts.rule}
        trail={[
          { title: texts.sections.guides, to: '/compliance/guides' },
          { title: texts.rules, to: `/compliance/guides/${guideId}?tab=rules` },
        ]}
        beside={rule && <SeverityLabel value={rule.severity} />}
      />
      <PageSection hasBodyWrapper={false}>
        <Loaded query={query}>{({ data }) => <RuleDetails rule={data} />}</Loaded>
      </PageSection>
    </>
  );
}

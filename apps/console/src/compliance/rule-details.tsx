import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core';
import type { RuleRecord } from '@wardstone/dto/compliance';
import type { ReactNode } from 'react';
import { complianceTexts as texts } from '../texts/compliance';
import { byStandard } from './references';

interface RuleTexts extends Pick<RuleRecord, 'ref_id' | 'description' | 'rationale' | 'identifier' | 'references'> {
  remediation_available?: boolean;
  remediation_issue_id?: string | null;
}

/** Everything there is to read about a rule. */
export function RuleDetails({ rule }: { rule: RuleTexts }): ReactNode {
  const hasRemediation = rule.remediation_available ?? rule.remediation_issue_id !== null;
  return (
    <DescriptionList className="rule-details">
      <Row term={texts.description}>
        <span className="text">{rule.description || texts.none}</span>
      </Row>
      <Row term={texts.rationale}>
        <span className="text">{rule.rationale || texts.none}</span>
      </Row>
      <Row term={texts.remediation}>{hasRemediation ? texts.remediationAvailable : texts.noRemediation}</Row>
      <Row term={texts.identifier}>
        {rule.identifier && <span>{rule.identifier.label} </span>}
        <code>{rule.ref_id}</code>
      </Row>
      {rule.references.length > 0 && (
        <Row term={texts.references}>
          <ul className="references">
            {byStandard(rule.references).map(({ href, labels }) => (
              <li key={href}>
                <span className="standard">{href}</span> {labels.join(', ')}
              </li>
            ))}
          </ul>
        </Row>
      )}
    </DescriptionList>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }): ReactNode {
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{term}</DescriptionListTerm>
      <DescriptionListDescription>{children}</DescriptionListDescription>
    </DescriptionListGroup>
  );
}

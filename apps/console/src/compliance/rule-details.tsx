import { DescriptionList } from '@patternfly/react-core';
import type { RuleRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { Fact } from '../parts/values';
import { complianceTexts as texts } from '../texts/compliance';
import { frameworkTexts } from '../texts/frameworks';
import { toPassages } from './flowing';
import { byStandard } from './references';

interface RuleTexts extends Pick<
  RuleRecord,
  'ref_id' | 'description' | 'rationale' | 'identifier' | 'references' | 'controls'
> {
  remediation_available?: boolean;
  remediation_issue_id?: string | null;
}

/** Details of a rule. */
export function RuleDetails({ rule }: { rule: RuleTexts }): ReactNode {
  const hasRemediation = rule.remediation_available ?? rule.remediation_issue_id !== null;
  const standards = byStandard(rule.references);
  return (
    <DescriptionList className="rule-details">
      <Fact name={texts.description}>
        <Passages text={rule.description || texts.none} />
      </Fact>
      <Fact name={texts.rationale}>
        <Passages text={rule.rationale || texts.none} />
      </Fact>
      <Fact name={texts.remediation}>{hasRemediation ? texts.remediationAvailable : texts.noRemediation}</Fact>
      <Fact name={texts.identifier}>
        {rule.identifier && <span>{rule.identifier.label} </span>}
        <code>{rule.ref_id}</code>
      </Fact>
      {rule.controls.length > 0 && (
        <Fact name={frameworkTexts.controls}>
          <ul className="references">
            {rule.controls.map(({ framework, title, names }) => (
              <li key={framework}>
                <span className="standard">{title}</span> {names.join(', ')}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {rule.references.length > 0 && (
        <Fact name={texts.references}>
          <details>
            <summary>{texts.standards(standards.length)}</summary>
            <ul className="references">
              {standards.map(({ href, labels }) => (
                <li key={href}>
                  <Standard href={href} /> {labels.join(', ')}
                </li>
              ))}
            </ul>
          </details>
        </Fact>
      )}
    </DescriptionList>
  );
}

function Passages({ text }: { text: string }): ReactNode {
  return toPassages(text).map(({ isCode, text: passage }, at) =>
    isCode ? (
      <pre key={at} className="command">
        {passage}
      </pre>
    ) : (
      <span key={at} className="text">
        {passage}{' '}
      </span>
    ),
  );
}

/** Guides are untrusted: only http and https addresses become links. */
function Standard({ href }: { href: string }): ReactNode {
  if (!/^https?:\/\//.test(href)) return <span className="standard">{href}</span>;
  return (
    <a className="standard" href={href} target="_blank" rel="noopener noreferrer">
      {href}
    </a>
  );
}

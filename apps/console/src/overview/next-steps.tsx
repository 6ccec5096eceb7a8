import { Card, CardBody, CardHeader, CardTitle, Label } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useSummary } from '../api/monitoring';
import { LinkButton } from '../parts/page';
import { useMayAll } from '../shell/caller';
import { overviewTexts } from '../texts/overview';
import { usePolicies } from './use-overview';

const { steps: texts } = overviewTexts;

/** What to do first, as long as there are no resources or no policies; of it what the viewer may do. */
export function NextSteps(): ReactNode {
  const may = useMayAll();
  const summary = useSummary().data;
  const policies = usePolicies().data;
  if (!summary || !policies) return null;
  const { up, down, unknown, definitions } = summary;
  const hasResources = up + down + unknown > 0;
  const hasPolicies = policies.total > 0;
  if (hasResources && hasPolicies) return null;
  const isAnyoneNotified = definitions > 0;
  const steps = [
    { ...texts.agent, to: '/administration/join-tokens', permission: 'MANAGE_SECURITY', isDone: hasResources },
    { ...texts.policy, to: '/compliance', permission: 'compliance:policy:create', isDone: hasPolicies },
    { ...texts.alert, to: '/alerts/definitions', permission: 'MANAGE_ALERTS', isDone: isAnyoneNotified },
  ].filter(({ permission }) => may(permission));
  if (steps.length === 0) return null;
  return (
    <Card component="section" className="next-steps">
      <CardHeader>
        <CardTitle component="h2">{texts.title}</CardTitle>
      </CardHeader>
      <CardBody>
        <ol>
          {steps.map(({ title, body, action, to, isDone }) => (
            <li key={title}>
              <h3>
                {title}{' '}
                <Label isCompact {...(isDone ? { status: 'success' } : { color: 'grey' })}>
                  {isDone ? texts.done : texts.open}
                </Label>
              </h3>
              <p>{body}</p>
              {!isDone && (
                <LinkButton to={to} variant="secondary">
                  {action}
                </LinkButton>
              )}
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

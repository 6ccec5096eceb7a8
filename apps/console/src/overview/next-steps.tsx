import { Card, CardBody, CardHeader, CardTitle, Label } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useFetched } from '../api/hooks';
import { monitoringPage } from '../api/pages';
import { LinkButton } from '../parts/link-button';
import { overviewTexts } from '../texts/overview';
import { useAvailability, usePolicies } from './use-overview';

const { steps: texts } = overviewTexts;

/** What to do first, as long as there are no resources or no policies. */
export function NextSteps(): ReactNode {
  const counts = useAvailability().data;
  const policies = usePolicies().data;
  if (!counts || !policies) return null;
  const hasResources = Object.values(counts).some((count) => count > 0);
  const hasPolicies = policies.total > 0;
  return hasResources && hasPolicies ? null : <Steps hasResources={hasResources} hasPolicies={hasPolicies} />;
}

function Steps({ hasResources, hasPolicies }: { hasResources: boolean; hasPolicies: boolean }): ReactNode {
  const definitions = useFetched(['/rest/alert/definitions', 'any'], (signal) =>
    monitoringPage('/rest/alert/definitions', { page: 0, size: 1, signal }),
  );
  const hasDefinitions = (definitions.data?.total ?? 0) > 0;
  const steps = [
    { ...texts.agent, to: '/administration/join-tokens', isDone: hasResources },
    { ...texts.policy, to: '/compliance', isDone: hasPolicies },
    { ...texts.alert, to: '/alerts/definitions/new', isDone: hasDefinitions },
  ];
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

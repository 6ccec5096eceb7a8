import { Card, CardBody, CardHeader, CardTitle, Label } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useSummary } from '../api/monitoring';
import { LinkButton } from '../parts/page';
import { type ServiceName, useInstalled, useMayAll } from '../api/caller';
import { overviewTexts } from '../texts/overview';
import { usePolicies } from './use-overview';

const { steps: texts } = overviewTexts;

const NOTHING = { up: 0, down: 0, unknown: 0, definitions: 0 };

interface Step {
  title: string;
  body: string;
  action: string;
  service: ServiceName;
  to: string;
  permission: string;
  isDone: boolean;
}

function step(
  name: 'agent' | 'policy' | 'alert',
  service: ServiceName,
  to: string,
  permission: string,
  isDone: boolean,
): Step {
  return { ...texts[name], service, to, permission, isDone };
}

/** First steps for an installation without resources or policies, limited to the viewer's permissions. */
export function NextSteps(): ReactNode {
  const may = useMayAll();
  const isInstalled = useInstalled();
  const [monitors, judges] = [isInstalled('monitoring'), isInstalled('compliance')];
  const summary = useSummary(monitors).data;
  const policies = usePolicies(judges).data;
  if ((monitors && !summary) || (judges && !policies)) return null;
  const { up, down, unknown, definitions } = summary ?? NOTHING;
  const hasResources = up + down + unknown > 0;
  const hasPolicies = (policies?.total ?? 0) > 0;
  if ((hasResources || !monitors) && (hasPolicies || !judges)) return null;
  const steps = [
    step('agent', 'monitoring', '/administration/join-tokens', 'MANAGE_SECURITY', hasResources),
    step('policy', 'compliance', '/compliance', 'compliance:policy:create', hasPolicies),
    step('alert', 'monitoring', '/alerts/definitions', 'MANAGE_ALERTS', definitions > 0),
  ].filter(({ service, permission }) => isInstalled(service) && may(permission));
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

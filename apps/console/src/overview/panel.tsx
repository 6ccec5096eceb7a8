import { Card, CardBody, CardHeader, CardTitle } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface PanelProps {
  title: string;
  /** Where there is more of it. */
  more?: { to: string; label: string };
  children: ReactNode;
}

/** A part of the overview. */
export function Panel({ title, more, children }: PanelProps): ReactNode {
  return (
    <Card isFullHeight component="section">
      <CardHeader
        {...(more ? { actions: { actions: <Link to={more.to}>{more.label}</Link>, hasNoOffset: true } } : {})}
      >
        <CardTitle component="h2">{title}</CardTitle>
      </CardHeader>
      <CardBody>{children}</CardBody>
    </Card>
  );
}

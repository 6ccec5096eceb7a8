import { Label } from '@patternfly/react-core';
import type { AlertStatus } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { problemTexts } from '../../texts/problems';
import { LongName } from '../long-name';
import { usePersonText } from '../person';
import { Status, Time } from '../values';

const texts = problemTexts.status;

/** Current state of a problem or an alert, with who acknowledged it, what suppresses it, or when it ended. */
export function StateLabel({ status, comment }: { status: AlertStatus; comment?: string | undefined }): ReactNode {
  const personText = usePersonText();
  const { state, acknowledgedBy, silencedUntil, causeId, causeName, seesRecovery } = status;
  switch (state) {
    case 'FIRING':
      return (
        <>
          <Status kind="danger">{problemTexts.states.FIRING}</Status>
          {!seesRecovery && <div className="text small">{texts.unseen}</div>}
        </>
      );
    case 'ACKNOWLEDGED':
      return (
        <>
          <Label isCompact variant="outline" {...(comment === undefined ? {} : { title: comment })}>
            {texts.acknowledged(acknowledgedBy === null ? '' : personText(acknowledgedBy))}
          </Label>
          {silencedUntil !== null && (
            <div className="text small">
              {texts.silencedUntil} <Time at={silencedUntil} />
            </div>
          )}
        </>
      );
    case 'SILENCED':
      return (
        <>
          <Status kind={undefined}>{problemTexts.states.SILENCED}</Status>
          <div className="text small">
            {texts.until} <Time at={silencedUntil} />
          </div>
        </>
      );
    case 'SUPPRESSED':
      return (
        <>
          <Status kind={undefined}>{problemTexts.states.SUPPRESSED}</Status>
          <div className="text small">
            {causeName === null ? (
              texts.hiddenCause
            ) : (
              <Link to={`/inventory/${causeId}`}>
                <LongName text={texts.down(causeName)} />
              </Link>
            )}
          </div>
        </>
      );
    case 'RECOVERED':
    case 'RESOLVED':
    case 'CLOSED':
      return <Ended {...status} />;
  }
}

/** How and when an alert ended. */
function Ended({ state, endTime, endReason, endedBy }: AlertStatus): ReactNode {
  const personText = usePersonText();
  return (
    <>
      <Status kind={state === 'RECOVERED' ? 'success' : undefined}>
        {state === 'RESOLVED' && endedBy !== null ? texts.resolved(personText(endedBy)) : problemTexts.states[state]}
      </Status>
      {endReason !== null && texts.closed[endReason] && <div className="text small">{texts.closed[endReason]}</div>}
      {endTime !== null && (
        <div className="text small">
          <Time at={endTime} />
        </div>
      )}
    </>
  );
}

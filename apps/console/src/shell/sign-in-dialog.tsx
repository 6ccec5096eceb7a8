import { Alert, Content } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { wardstone, withQuery } from '../api/client';
import { type ProofReason, proveBy } from '../api/proof';
import { FormDialog, TextField } from '../parts/forms';
import { shellTexts } from '../texts/shell';
import { CALLER, useViewer, type Viewer } from '../api/caller';

const { proof: words } = shellTexts;

interface Question {
  reason: ProofReason;
  /** The viewer before the dialog; another session may start in this tab. */
  viewer: Viewer;
  settle: (isProven: boolean) => void;
}

/** Dialog for signing in again when a request requires it; waiting requests then continue, and no input is lost. */
export function SignInDialog(): ReactNode {
  const [question, setQuestion] = useState<Question>();
  const queries = useQueryClient();
  const viewer = useViewer();
  useEffect(
    () =>
      proveBy(async (reason) => {
        const isProven = await new Promise<boolean>((settle) => setQuestion({ reason, viewer, settle }));
        setQuestion(undefined);
        // Permissions may have changed.
        if (isProven) void queries.invalidateQueries({ queryKey: [CALLER] });
        return isProven;
      }),
    [queries, viewer],
  );
  if (!question) return undefined;
  return question.viewer.session?.method === 'oidc' ? <AskAtIssuer {...question} /> : <AskPassword {...question} />;
}

function AskPassword(question: Question): ReactNode {
  const { reason, viewer, settle } = question;
  const [password, setPassword] = useState('');
  const signIn = (): Promise<unknown> =>
    wardstone.post('/auth/session', { body: { username: viewer.name, password }, renews: false });
  return (
    <FormDialog
      title={words.title[reason]}
      action={words.action[reason]}
      description={words.body[reason]}
      isReady={password !== ''}
      submit={signIn}
      submitted={() => settle(true)}
      close={() => settle(false)}
      isFleeting
    >
      <TextField label={words.user} value={viewer.name} autoComplete="username" />
      <TextField
        label={words.password}
        value={password}
        change={setPassword}
        type="password"
        autoComplete="current-password"
        isRequired
      />
      <SignedInElsewhere {...question} />
      {reason === 'ended' && (
        <Content component="p">
          {words.elsewhere}{' '}
          <a href="/login?next=/console/" target="_blank" rel="noopener">
            {words.newTab}
          </a>
        </Content>
      )}
    </FormDialog>
  );
}

/** For people of an OIDC issuer, who sign in in another tab so that this page stays. */
function AskAtIssuer(question: Question): ReactNode {
  const { reason, viewer, settle } = question;
  const openIssuer = (): Promise<unknown> => {
    const prompt = reason === 'recent' ? 'login' : undefined;
    window.open(withQuery('/auth/oidc/login', { next: '/console/', prompt }), '_blank', 'noopener');
    return Promise.resolve();
  };
  return (
    <FormDialog
      title={words.title[reason]}
      action={words.action.ended}
      description={words.atIssuer[reason]}
      submit={openIssuer}
      submitted={() => undefined}
      close={() => settle(false)}
      isFleeting
    >
      <TextField label={words.user} value={viewer.name} />
      <SignedInElsewhere {...question} />
    </FormDialog>
  );
}

/**
 * Whenever the viewer returns to this tab, checks for a session started in another tab, and reports one of another
 * person.
 */
function SignedInElsewhere({ reason, viewer: { name, subject, session }, settle }: Question): ReactNode {
  const [other, setOther] = useState<string>();
  useEffect(() => {
    const look = async (): Promise<void> => {
      const there = await wardstone.get(CALLER, { renews: false }).catch(() => undefined);
      // A session that existed before does not prove a recent login.
      if (!there || (reason === 'recent' && there.session?.createdAt === session?.createdAt)) return;
      if (there.identity.subject === subject) settle(true);
      else setOther(there.identity.user.username);
    };
    const listener = (): void => void look();
    window.addEventListener('focus', listener);
    return () => window.removeEventListener('focus', listener);
  }, [reason, session, subject, settle]);
  return other !== undefined && <Alert variant="warning" isInline title={words.other(other, name)} />;
}

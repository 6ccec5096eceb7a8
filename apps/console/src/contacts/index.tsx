import type { ReactNode } from 'react';
import { Route, Routes, useParams } from 'react-router';
import { NotFound } from '../shell/not-found';
import { useViewer } from '../api/caller';
import { ContactMethods } from './contact-methods';

/** Contact methods of the viewer or of another person. */
export default function Contacts(): ReactNode {
  const { name } = useViewer();
  return (
    <Routes>
      <Route index element={<ContactMethods login={name} isOwn />} />
      <Route path=":login" element={<OfPerson />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

function OfPerson(): ReactNode {
  const { name } = useViewer();
  const { login = '' } = useParams();
  return <ContactMethods login={login} isOwn={login === name} />;
}

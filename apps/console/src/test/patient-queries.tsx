import { configure } from '@testing-library/react';

// As in the other projects, only a file has a limit (`hung-files-reporter.cjs`): jest would end a test after five seconds,
// and `findBy…` and `waitFor` fail after one, which a busy machine takes to load a page.
jest.setTimeout(15 * 60_000);
configure({ asyncUtilTimeout: 5 * 60_000 });

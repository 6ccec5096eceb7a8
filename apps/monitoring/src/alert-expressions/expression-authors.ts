import { Injectable } from '@nestjs/common';
import { ApiError } from '@wardstone/errors';
import { AuthorizationService } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { AccountStanding } from '../users/account-standing';
import type { ExpressionDefinition } from './expression.queries';

/** The expression is not evaluated because its author lacks permissions. */
export class Off extends Error {}

/** The author of a definition, with the definition's reach. @throws Off */
type FindViewer = (definition: ExpressionDefinition) => Promise<Viewer>;

/** Authors of expressions: each evaluation has the rights that they have now. See rule alerts-65. */
@Injectable()
export class ExpressionAuthors {
  constructor(
    private readonly standing: AccountStanding,
    private readonly authorization: AuthorizationService,
  ) {}

  /** Looks up each author, and the access to each resource, once for evaluations at one time. */
  forBatch(): FindViewer {
    const accounts = new Map<string, Promise<Viewer | undefined>>();
    const viewers = new Map<string, Promise<Viewer>>();
    return async (definition) => {
      const { authorLogin: login, authorSubject: subject, resourceId, isInstallation } = definition;
      if (login === null || subject === null) throw new Off('the expression has no author; save it again');
      const account = accounts.get(subject) ?? this.standing.find(login, subject);
      accounts.set(subject, account);
      const known = await account;
      if (!known)
        throw new Off(`the account of the author ${login} was removed or disabled; save the expression again`);
      const key = JSON.stringify([subject, resourceId]);
      const viewer = viewers.get(key) ?? this.authorize(known, login, resourceId, isInstallation);
      viewers.set(key, viewer);
      return viewer;
    };
  }

  private async authorize(viewer: Viewer, login: string, resourceId: number, isInstallation: boolean): Promise<Viewer> {
    try {
      await this.authorization.requireResource(viewer, resourceId, 'MANAGE_ALERTS');
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      throw new Off(`the author ${login} may not manage alerts of this resource any more`);
    }
    return isInstallation ? viewer : { ...viewer, within: resourceId };
  }
}

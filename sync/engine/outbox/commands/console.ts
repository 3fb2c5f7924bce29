/** Stores the last answers of the server to screens of the admin console. */
import { accountKey } from '../../storage/account-key';
import type { Handlers } from './context';
import { storedAnswers } from './stored-answers';

const answers = storedAnswers('console', 60);

export const consoleCommands: Handlers<'console'> = {
  async 'console.keep'(context, { account, key, at, value }) {
    if (account !== accountKey(context.account.userId, context.account.companyId)) return { kept: false };
    await answers.store(context, key, { at, value });
    return { kept: true };
  },

  'console.last': (context, { key }) => answers.last(context, key),

  async 'console.forget'(context) {
    await answers.forget(context);
    return null;
  },
};

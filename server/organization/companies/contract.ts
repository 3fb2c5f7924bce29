/**
 * The companies of the signed-in person: the list, the session's company, and the person's name there (specification:
 * organization 3, 7).
 */
import * as v from 'valibot';
import { LIMITS } from '../../../sync/model/limits';
import { line } from '../../../sync/model/text';
import { defineCall } from '../../../sync/protocol/call';
import { CompanySummary, sessionCalls } from '../../../sync/protocol/session';

export const PersonName = line(LIMITS.personName, 'PARAM_ERROR');

export const myCompanyCalls = {
  list: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/user/my/companies',
    who: 'user',
    summary: 'The companies I am an active member of.',
    input: v.object({}),
    output: v.object({ companies: v.array(CompanySummary) }),
    errors: ['USER_NOT_LOGIN'],
  }),
  getDefault: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/user/my/company/default',
    who: 'user',
    summary: 'The company of my new sessions.',
    input: v.object({}),
    output: v.object({ companyId: v.string(), company: CompanySummary }),
    errors: ['USER_COMPANY_NOT_FOUND'],
  }),
  setDefault: sessionCalls.setDefaultCompany,
  setUserName: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/my/company/userName',
    who: 'member',
    summary: 'Sets my name in the session’s company.',
    input: v.object({ userName: PersonName }),
    output: v.object({ userName: v.string() }),
    errors: ['PARAM_ERROR', 'USER_COMPANY_NOT_FOUND'],
  }),
};

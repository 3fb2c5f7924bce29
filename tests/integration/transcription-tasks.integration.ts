/** Transcriptions as tasks of a person, and as uses of a service. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ProviderFailure } from '../../server/ai/failure';
import { meetingCalls } from '../../server/core/meetings/contract';
import { taskCalls } from '../../server/core/tasks/contract';
import { uploadCalls } from '../../sync/protocol/uploads';
import { code } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { recognised, openRecordings, type Recordings } from '../support/recordings';

describeOnDatabase('recordings', (engine) => {
  let recordings: Recordings;
  let core: Recordings['core'];
  let speech: Recordings['speech'];
  let ann: Recordings['ann'];
  let ben: Recordings['ben'];
  let meeting: Recordings['meeting'];
  let record: Recordings['record'];
  beforeAll(async () => {
    recordings = await openRecordings(engine);
    ({ core, speech, ann, ben, meeting, record } = recordings);
  });
  afterAll(() => recordings.close());
  afterEach(() => {
    speech.standIn = null;
  });

  it('are a task of the person who requested it: only they can see, cancel and restart it', async () => {
    const m = await meeting();
    await record(m.id);
    const provider = speech.blocking();
    const executing = core.runJobs({ afterMs: 0 });
    await provider.asked();
    const [task] = (await ann.call(taskCalls.page, { status: 'EXECUTING' })).list;
    expect(task).toMatchObject({ subject: { collection: 'transcripts', id: m.id }, status: 'EXECUTING', error: '' });
    expect((await ben.call(taskCalls.page, {})).total).toBe(0);
    for (const call of [taskCalls.get, taskCalls.cancel, taskCalls.retry])
      expect(await code(ben.refusal(call, { id: task!.id }))).toBe('TASK_NOT_FOUND');
    await ann.call(taskCalls.cancel, { id: task!.id });
    await executing;
    expect((await ann.call(taskCalls.get, { id: task!.id })).status).toBe('CANCELED');
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'failed',
      error: 'TRANSCRIPTION_CANCELED',
    });
    expect(await core.sync.store.read('c1', (tx) => tx.list('notifications', { where: { subjectId: m.id } }))).toEqual(
      [],
    );
    speech.standIn = { name: 'p', model: 'm', transcribe: () => Promise.resolve([recognised('after all')]) };
    expect(await ann.call(taskCalls.retry, { id: task!.id })).toMatchObject({ status: 'READY', attempts: 0 });
    expect((await ann.call(meetingCalls.transcript, { id: m.id })).status).toBe('waiting');
    await core.runJobs();
    expect(await ann.call(meetingCalls.transcript, { id: m.id })).toMatchObject({
      status: 'done',
      list: [{ content: 'after all' }],
    });
  });
  it('are not restarted by a person who cannot change the meeting any more', async () => {
    const m = await meeting();
    await record(m.id);
    const provider = speech.blocking();
    const executing = core.runJobs({ afterMs: 0 });
    await provider.asked();
    const [task] = (await ann.call(taskCalls.page, { status: 'EXECUTING' })).list;
    await ann.call(taskCalls.cancel, { id: task!.id });
    await executing;
    await core.sync.store.write('c1', (tx) => tx.remove('meetings', m.id));
    expect(await code(ann.refusal(taskCalls.retry, { id: task!.id }))).toBe('NO_PERMISSION');
    expect((await ann.call(taskCalls.get, { id: task!.id })).status).toBe('CANCELED');
  });
  it('count as one use each, which is refunded if the recording has no text in the end', async () => {
    const uses = async (): Promise<number> =>
      (await core.platform.db.selectFrom('service_use').select('id').where('company_id', '=', 'c1').execute()).length;
    const before = await uses();
    const m = await meeting();
    await record(m.id);
    speech.standIn = {
      name: 'p',
      model: 'm',
      transcribe: () => Promise.reject(new ProviderFailure('refused', 'no key')),
    };
    await core.runJobs();
    expect([(await ann.call(meetingCalls.transcript, { id: m.id })).status, await uses()]).toEqual(['failed', before]);
    const provider = speech.blocking();
    await ann.call(meetingCalls.retryTranscription, { meetingId: m.id });
    const executing = core.runJobs({ afterMs: 0 });
    await provider.asked();
    expect(await uses()).toBe(before + 1);
    provider.answer([recognised('counted')]);
    await executing;
    expect([(await ann.call(meetingCalls.transcript, { id: m.id })).status, await uses()]).toEqual([
      'done',
      before + 1,
    ]);

    // the meeting is deleted between two attempts
    const deleted = await meeting();
    await record(deleted.id);
    speech.blocking().fail(new ProviderFailure('unavailable', 'later'));
    await core.runJobs({ afterMs: 0 });
    expect(await uses()).toBe(before + 2);
    await ann.call(meetingCalls.remove, { id: deleted.id });
    await core.runJobs();
    expect(await uses()).toBe(before + 1);
  });
  it('stay counted if they are cancelled after they were sent, and a restart does not count again', async () => {
    const uses = async (): Promise<number> =>
      (await core.platform.db.selectFrom('service_use').select('id').where('company_id', '=', 'c1').execute()).length;
    const before = await uses();
    const m = await meeting();
    await record(m.id);
    for (const _restart of [0, 1]) {
      const provider = speech.blocking();
      const executing = core.runJobs({ afterMs: 0 });
      await provider.asked();
      const [task] = (await ann.call(taskCalls.page, { status: 'EXECUTING' })).list;
      await ann.call(taskCalls.cancel, { id: task!.id });
      await executing;
      expect([(await ann.call(taskCalls.get, { id: task!.id })).status, await uses()]).toEqual([
        'CANCELED',
        before + 1,
      ]);
      await ann.call(taskCalls.retry, { id: task!.id });
    }
    speech.standIn = { name: 'p', model: 'm', transcribe: () => Promise.resolve([recognised('counted once')]) };
    await core.runJobs();
    expect([(await ann.call(meetingCalls.transcript, { id: m.id })).status, await uses()]).toEqual([
      'done',
      before + 1,
    ]);
  });
  it('beyond the daily limit wait, report it, and are transcribed on another day', async () => {
    const requests: string[] = [];
    speech.standIn = {
      name: 'p',
      model: 'm',
      transcribe: () => {
        requests.push('asked');
        return Promise.resolve([recognised('within the limit')]);
      },
    };
    // the next day begins without uses
    core.parts.pass(24 * 60 * 60_000);
    const limit = (personPerDay: number | null) =>
      core.services.usage.setLimit('c1', 'meeting.transcription', { personPerDay, perDay: null });
    await limit(1);
    const [first, second] = [await meeting(), await meeting()];
    await record(first.id);
    const { recordingId } = await record(second.id);
    await core.runJobs();
    expect((await ann.call(meetingCalls.transcript, { id: first.id })).status).toBe('done');
    expect(await ann.call(meetingCalls.transcript, { id: second.id })).toMatchObject({
      status: 'failed',
      error: 'USER_SERVICE_QUOTA_EXCEEDED',
    });
    expect((await ann.call(taskCalls.page, { status: 'FAILED' })).list).toMatchObject([
      { subject: { id: second.id }, error: 'USER_SERVICE_QUOTA_EXCEEDED' },
      ...Array.from({ length: (await ann.call(taskCalls.page, { status: 'FAILED' })).total - 1 }, () => ({})),
    ]);
    expect(await ann.call(uploadCalls.state, { recordingId })).toMatchObject({ stored: true });
    expect(requests).toHaveLength(1);
    // refused again on the same day, accepted on the next
    await ann.call(meetingCalls.retryTranscription, { meetingId: second.id });
    await core.runJobs();
    expect((await ann.call(meetingCalls.transcript, { id: second.id })).error).toBe('USER_SERVICE_QUOTA_EXCEEDED');
    core.parts.pass(24 * 60 * 60_000);
    await ann.call(meetingCalls.retryTranscription, { meetingId: second.id });
    await core.runJobs();
    expect(await ann.call(meetingCalls.transcript, { id: second.id })).toMatchObject({
      status: 'done',
      error: '',
      list: [{ content: 'within the limit' }],
    });
    await limit(null);
  });
});

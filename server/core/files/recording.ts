/**
 * Creates a meeting whose recording is an audio file of a project. The bytes are copied, because file and recording are
 * deleted independently.
 *
 *   upload row 'open' ─► bytes copied ─► one transaction: meeting, recording, request of the transcription
 *        └ the process dies: the daily purge of uploads deletes row and bytes after a week
 */
import { spaceOf, newId } from '../../../sync/model/ids';
import { DEFAULT_LANGUAGE, isLanguage } from '../../../sync/model/languages';
import { LIMITS } from '../../../sync/model/limits';
import { extensionOf, typeOfName } from '../../../sync/model/file-types';
import { truncate } from '../../../sync/model/text';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import { changeDoc } from '../change';
import { requestTranscription } from '../meetings/transcription-request';
import { meetingPolicyOf } from '../meetings/policy-of';
import { CONTENT_TYPES, kindOfName, type AudioKind } from '../uploads/audio-kind';
import { blobKey, createResumable } from '../uploads/resumable';
import type { fileCalls } from './contract';
import { unsupported } from './item-rules';
import { visibleFile } from './project-files';
import type { FileServices } from './services';
import { versionOf } from './versions';
import '../uploads/tables';

type Calls = typeof fileCalls;

export function createRecordings(core: FileServices) {
  const { platform, sync, runs } = core;
  const { db, clock, blobs } = platform;
  const policy = meetingPolicyOf(platform);
  const bytes = createResumable(core);

  return {
    async make(
      actor: Actor,
      { id, language }: ParsedInput<Calls['makeRecording']>,
    ): Promise<CallOutput<Calls['makeRecording']>> {
      const item = await visibleFile(core, actor, id);
      if (!item.abilities.includes('update')) throw new CallError('NO_PERMISSION');
      const kind: AudioKind | null = kindOfName(item.title);
      if (typeOfName(item.title)?.category !== 'audio' || !kind) throw unsupported(item.title);
      const stored = await versionOf(platform, actor.companyId, id, item.version);
      if (!stored) throw new CallError('FILE_NOT_STORED');
      const now = clock.now();
      const [uploadId, meetingId, recordingId] = [newId(now), newId(now), newId(now)];
      await platform.transaction(async () => {
        await bytes.refuseBeyondLimit(actor.companyId, stored.size);
        await db
          .insertInto('upload')
          .values({
            company_id: actor.companyId,
            id: uploadId,
            recording_id: recordingId,
            meeting_id: meetingId,
            user_id: actor.userId,
            file_name: item.title,
            kind,
            size: stored.size,
            state: 'open',
            created_at: now,
            finished_at: null,
            transcribed_at: null,
          })
          .execute();
      });
      await blobs.put(blobKey(uploadId), await blobs.get(blobKey(stored.upload_id)));
      await sync.write(actor.companyId, async (tx) => {
        await changeDoc(tx, actor, policy, meetingId, {
          space: spaceOf('project', item.projectId),
          projectId: item.projectId,
          title: truncate(item.title.slice(0, -extensionOf(item.title).length), LIMITS.meetingTitle.max),
          creatorId: actor.userId,
          type: 'record',
          status: 'ended',
          language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
          shareRange: 'project',
          shareUserIds: [],
          shareDepartmentIds: [],
          actualStartAt: 0,
          actualEndAt: 0,
          participants: [],
          recordings: [],
          enabled: true,
          outputParameters: {},
          createdAt: now,
        });
        await db
          .updateTable('upload')
          .set({ state: 'finished', sha256: stored.sha256, finished_at: now })
          .where('company_id', '=', actor.companyId)
          .where('id', '=', uploadId)
          .execute();
        const meeting = await tx.put('meetings', meetingId, {
          recordings: [
            {
              id: recordingId,
              fileName: item.title,
              mimeType: CONTENT_TYPES[kind],
              size: stored.size,
              durationMs: 0,
              sha256: stored.sha256,
              uploadedAt: now,
            },
          ],
        });
        await requestTranscription({ runs }, tx, meeting, actor.userId);
      });
      return { meetingId };
    },
  };
}

import { both } from './sentence.ts';

/** What is said of a team of stations. `{station}` = the name of another one; `{at}` = an instant, ms since 1970. */
export const teamSentences = {
  'team-unreachable': both(
    [
      'The database of the team[ ({address})] does not answer.',
      'Check the database and the network. Mailroom continues automatically once it answers.',
    ],
    [
      'Die Datenbank des Teams[ ({address})] antwortet nicht.',
      'Datenbank und Netzwerk prüfen. Mailroom macht automatisch weiter, sobald sie antwortet.',
    ],
  ),
  'team-refused': both(
    [
      'The database of the team[ ({address})] cannot be used[: {problem}].',
      'Correct the settings of the team or join it again, see mailroom team join. Mailroom continues automatically.',
    ],
    [
      'Die Datenbank des Teams[ ({address})] ist nicht nutzbar[: {problem}].',
      'Einstellungen des Teams korrigieren oder erneut beitreten, siehe mailroom team join. Mailroom macht automatisch weiter.',
    ],
  ),
  'team-same-content': both(
    [
      'Another station[, {station},] has the same content and sends it first.',
      'Nothing to do. Once it was sent there this file is set aside, and if it is cancelled there it is sent from here.',
    ],
    [
      'Eine andere Station[, {station},] hat denselben Inhalt und sendet ihn zuerst.',
      'Nichts zu tun. Ist er dort gesendet, wird diese Datei beiseitegelegt, und wird er dort abgebrochen, wird sie von hier gesendet.',
    ],
  ),
  'team-unclear': both(
    [
      'Another station[, {station},] began to send the same content[ on {at}]. Whether it arrived is not known, and Mailroom did not find it at the service.',
      'Look for it at the service[ (external ID {externalId})]. If it is there, cancel the item, else choose to send it anyway.',
    ],
    [
      'Eine andere Station[, {station},] hat[ am {at}] begonnen, denselben Inhalt zu senden. Ob er ankam, ist unklar, und Mailroom hat ihn beim Dienst nicht gefunden.',
      'Beim Dienst nachsehen[ (externe ID {externalId})]. Ist er dort, diese Datei abbrechen, sonst „Trotzdem senden“ wählen.',
    ],
  ),
  'team-duplicate': both(
    [
      'Another station[, {station},] has sent the same content[ on {at}][ (document {document})].',
      'Nothing to do. If it is to be sent a second time, choose to send it anyway.',
    ],
    [
      'Eine andere Station[, {station},] hat denselben Inhalt[ am {at}] gesendet[ (Dokument {document})].',
      'Nichts zu tun. Soll er ein zweites Mal gesendet werden, „Trotzdem senden“ wählen.',
    ],
  ),
};

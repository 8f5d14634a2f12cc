import { both, type InBoth } from './sentence.ts';

/** What the faults of the service, of exports, settings and scanners say. */
export const serviceSentences = {
  'service-unreachable': both(
    [
      'The service[ {host}] cannot be reached[: no answer from proxy {proxy}]. Everything stays queued.',
      'Check the network[ and proxy {proxy}]. Mailroom tries again automatically.',
    ],
    [
      'Der Dienst[ {host}] ist nicht erreichbar[: keine Antwort vom Proxy {proxy}]. Alles bleibt in der Warteschlange.',
      'Netzwerk[ und Proxy {proxy}] prüfen. Mailroom versucht es automatisch erneut.',
    ],
  ),
  'answer-lost': both(
    [
      'The connection[ to {host}] broke off before the service confirmed the file. It stays queued.',
      'Nothing to do. Mailroom sends it again automatically. Tell IT if it lasts: a proxy or virus scanner may be in between.',
    ],
    [
      'Die Verbindung[ zu {host}] brach ab, bevor der Dienst die Datei bestätigt hat. Sie bleibt in der Warteschlange.',
      'Nichts zu tun. Mailroom sendet sie automatisch erneut. Bei Dauer die IT informieren: Ein Proxy oder Virenscanner kann dazwischenstehen.',
    ],
  ),
  'service-busy': both(
    [
      'The service asks for patience: its quota is used up.[ The next try is at {goesOn}.]',
      'Nothing to do. Mailroom continues automatically[ in {seconds} s].',
    ],
    [
      'Der Dienst bittet um Geduld: Sein Kontingent ist erschöpft.[ Der nächste Versuch folgt um {goesOn}.]',
      'Nichts zu tun. Mailroom macht[ in {seconds} s] automatisch weiter.',
    ],
  ),
  'quota-exhausted': both(
    [
      'The quota of the service has been used up[ since {since}].[ The next try is at {goesOn}.] Everything stays queued.',
      'Find out which other programs use the quota of this tenant and slow them down, or have it raised. Mailroom continues automatically.',
    ],
    [
      'Das Kontingent des Dienstes ist[ seit {since}] erschöpft.[ Der nächste Versuch folgt um {goesOn}.] Alles bleibt in der Warteschlange.',
      'Klären, welche anderen Programme das Kontingent des Mandanten nutzen; diese drosseln oder es erhöhen lassen. Mailroom macht automatisch weiter.',
    ],
  ),
  'service-failed': both(
    [
      'The service has a problem of its own[ (status {status})]. Everything stays queued.',
      'Nothing to do. Mailroom tries again automatically. Tell the support of the service if it lasts.',
    ],
    [
      'Der Dienst hat selbst ein Problem[ (Status {status})]. Alles bleibt in der Warteschlange.',
      'Nichts zu tun. Mailroom versucht es automatisch erneut. Hält es an, den Support des Dienstes informieren.',
    ],
  ),
  'answer-not-understood': both(
    [
      'The answer is not what the service promises[: {problem}].',
      'Check the base URL[ {url}]. A sign-in page of the network may be in between.',
    ],
    [
      'Die Antwort ist nicht, was der Dienst zusagt[: {problem}].',
      'Basis-URL prüfen[ {url}]. Auch eine Anmeldeseite des Netzwerks kann dazwischen sein.',
    ],
  ),
  'certificate-untrusted': both(
    [
      'The certificate of {host|the service} is not trusted.',
      'Add the certificate authority of your company in the network settings.',
    ],
    [
      'Dem Zertifikat von {host|diesem Dienst} wird nicht vertraut.',
      'Zertifizierungsstelle Ihrer Firma in den Netzwerkeinstellungen eintragen.',
    ],
  ),
  'proxy-refused': both(
    [
      'The proxy[ {proxy}] let nothing through[ (status {status})].',
      'Check the proxy and its sign-in in the network settings.',
    ],
    [
      'Der Proxy[ {proxy}] ließ nichts durch[ (Status {status})].',
      'Proxy und seine Anmeldung in den Netzwerkeinstellungen prüfen.',
    ],
  ),
  'proxy-unknown': both(
    [
      'Which proxy to use cannot be told[ ({from})]. Nothing is sent around a proxy.',
      'Check the proxy script and the proxy settings, of Mailroom and of this computer.',
    ],
    [
      'Welcher Proxy zu verwenden ist, lässt sich nicht feststellen[ ({from})]. Am Proxy vorbei wird nichts gesendet.',
      'Proxy-Skript und Proxy-Einstellungen prüfen, in Mailroom und auf diesem Rechner.',
    ],
  ),
  'client-certificate-unusable': both(
    [
      'The certificate of this computer cannot be used[: {problem}].',
      'Choose its file once more in the network settings, with its passphrase.',
    ],
    [
      'Das Zertifikat dieses Rechners lässt sich nicht verwenden[: {problem}].',
      'Die Datei in den Netzwerkeinstellungen erneut wählen und ihr Kennwort eingeben.',
    ],
  ),
  'client-certificate-refused': both(
    [
      '{host|The service} wants a certificate of this computer, or another one than it was shown.',
      'Check the client certificate in the network settings: it may be missing, expired or of another authority.',
    ],
    [
      '{host|Der Dienst} verlangt ein Zertifikat dieses Rechners oder ein anderes als das gezeigte.',
      'Client-Zertifikat in den Netzwerkeinstellungen prüfen: Es fehlt, ist abgelaufen oder stammt von einer anderen Zertifizierungsstelle.',
    ],
  ),
  'sign-in-refused': both(
    ['The service refused our sign-in.', 'Enter a new client secret.'],
    ['Der Dienst lehnt unsere Anmeldung ab.', 'Neues Client-Geheimnis eintragen.'],
  ),
  'scope-missing': both(
    [
      'Our sign-in does not allow {scope|this}.',
      'Ask the administrator of the service to allow {scope|it} for this client.',
    ],
    [
      'Unsere Anmeldung erlaubt {scope|dies} nicht.',
      'Beim Dienst {scope|die Erlaubnis} für diesen Client freischalten lassen.',
    ],
  ),
  'access-refused': both(
    ['No access to {subject|this}.', 'Grant access or choose another project.'],
    ['Kein Zugriff auf {subject|dieses Ziel}.', 'Zugriff erteilen oder Projekt wechseln.'],
  ),
  'project-unknown': both(
    ['The service knows no project {projectId|with this id}.', 'Check the project id or choose another project.'],
    ['Der Dienst kennt kein Projekt {projectId|mit dieser ID}.', 'ID prüfen oder Projekt wechseln.'],
  ),
  'not-found': both(
    ['There is no {subject|item} {id|with this id}.', 'Check the id.'],
    ['Nicht gefunden: {subject|Datei} {id|mit dieser ID}.', 'ID prüfen.'],
  ),
  'request-refused': both(
    ['The service refused this[: {message}].', 'Correct it, then retry. Nothing was lost.'],
    ['Der Dienst lehnt dies ab[: {message}].', 'Berichtigen, dann erneut versuchen. Nichts ging verloren.'],
  ),
  'already-at-service': both(
    ['The service already has this file.', 'Open the first document.'],
    ['Der Dienst hat diese Datei schon.', 'Das erste Dokument öffnen.'],
  ),
  'processing-failed': both(
    [
      'The service could not process the document[: {message}].',
      'Look at the document in the service. Scan it again if it is unreadable.',
    ],
    [
      'Der Dienst konnte das Dokument nicht verarbeiten[: {message}].',
      'Dokument im Dienst ansehen. Neu scannen, falls es unlesbar ist.',
    ],
  ),
  'outcome-unclear': both(
    ['It is unclear whether this arrived.', 'Look in the service, then decide.'],
    ['Es ist unklar, ob dies beim Dienst angekommen ist.', 'Im Dienst nachsehen, dann entscheiden.'],
  ),
  'not-settled-in-time': both(
    [
      'The service is not done with it[ after {waited}][, it is {state}].',
      'Look in the service who must act there. Mailroom keeps following it.',
    ],
    [
      'Der Dienst ist damit noch nicht fertig[ nach {waited}][, Status {state}].',
      'Im Dienst nachsehen, wer dort handeln muss. Mailroom verfolgt es weiter.',
    ],
  ),
  'transfer-refused': both(
    ['The service refused the hand-over[: {message}].', 'Correct it, then hand over again.'],
    ['Der Dienst lehnt die Übergabe ab[: {message}].', 'Berichtigen, dann erneut übergeben.'],
  ),
  'case-incomplete': both(
    ['The case[ {name}] has been waiting[ for: {missing}].', 'Add what is missing, or release it as it is.'],
    ['Die Mappe[ {name}] wartet[ auf: {missing}].', 'Fehlendes ergänzen oder so freigeben, wie sie ist.'],
  ),
  'role-missing': both(
    ['{name|One file} has no role.', 'Choose a role, then release.'],
    ['{name|Eine Datei} hat keine Rolle.', 'Rolle wählen, dann freigeben.'],
  ),
  'wrong-usage': both(
    ['{problem|This cannot be done that way}.', '{hint|See mailroom --help.}'],
    ['{problem|So geht das nicht}.', '{hint|Siehe mailroom --help.}'],
  ),
  'settings-invalid': both(
    [
      'The settings cannot be used[: {field}][ (entry {entry} of {list})][ is {given}][, line {line}][: {problem}][: there is no connection {connection}].',
      'Correct {path|the settings file}. It was left as it is.[ The least is {least}.][ The most is {most}.][ Possible are: {words}.]',
    ],
    [
      'Die Einstellungen sind nicht verwendbar[: {field}][ ({list}, Nummer {entry})][ ist {given}][, Zeile {line}][: {problem}][: Verbindung {connection} fehlt].',
      '{path|Einstellungsdatei} berichtigen. Sie blieb unverändert.[ Mindestens {least}.][ Höchstens {most}.][ Möglich sind: {words}.]',
    ],
  ),
  'base-url-invalid': both(
    [
      'The base URL[ {url}] cannot be used[: {problem}].',
      'Enter it like https://host/v2; http only for this computer.',
    ],
    [
      'Die Basis-URL[ {url}] ist nicht verwendbar[: {problem}].',
      'In der Form https://host/v2 eintragen; http nur für diesen Rechner.',
    ],
  ),
  'external-data-invalid': both(
    [
      'The external data cannot be sent[: {problem}].',
      'Use at most 20 values, with keys of at most 50 characters that differ.',
    ],
    [
      'Die externen Daten lassen sich nicht senden[: {problem}].',
      'Höchstens 20 Werte, Schlüssel verschieden und höchstens 50 Zeichen lang.',
    ],
  ),
  'title-invalid': both(
    ['The title cannot be used[: {problem}].', 'Use 1 to 256 characters.'],
    ['Der Titel ist nicht verwendbar[: {problem}].', '1 bis 256 Zeichen eingeben.'],
  ),
  'external-id-invalid': both(
    ['The external id cannot be used[: {problem}].', 'Enter another external id.'],
    ['Die externe ID ist nicht verwendbar[: {problem}].', 'Andere externe ID eingeben.'],
  ),
  'range-invalid': both(
    ['{field|The number} is out of range.', 'Enter a number[ from {least}][ up to {most}].'],
    ['{field|Die Zahl} liegt außerhalb der Grenzen.', 'Zahl[ ab {least}][ bis {most}] eingeben.'],
  ),
  'credentials-missing': both(
    [
      'No credentials are stored for {connection|this connection}.',
      'Enter them with mailroom connect, or set MAILROOM_BASE_URL, MAILROOM_CLIENT_ID and MAILROOM_CLIENT_SECRET.',
    ],
    [
      'Für {connection|diese Verbindung} sind keine Zugangsdaten hinterlegt.',
      'Mit mailroom connect eintragen oder MAILROOM_BASE_URL, MAILROOM_CLIENT_ID und MAILROOM_CLIENT_SECRET setzen.',
    ],
  ),
  'credentials-elsewhere': both(
    [
      'The secret of {connection|this connection} was entered for {address|another address} and is sent nowhere else.',
      'Check the address of the connection. If it is the new one, enter the secret for it once more.',
    ],
    [
      'Das Geheimnis von {connection|dieser Verbindung} wurde für {address|eine andere Adresse} eingegeben und geht nirgendwo sonst hin.',
      'Die Adresse der Verbindung prüfen. Ist es die neue, das Geheimnis dafür noch einmal eingeben.',
    ],
  ),
  'keychain-locked': both(
    ['The keychain is locked. Everything stays queued.', 'Unlock the keychain.'],
    ['Der Schlüsselbund ist gesperrt. Alles bleibt in der Warteschlange.', 'Schlüsselbund entsperren.'],
  ),
  'keychain-missing': both(
    [
      'This computer offers no keychain.',
      'Start one (such as GNOME Keyring), or set MAILROOM_BASE_URL, MAILROOM_CLIENT_ID and MAILROOM_CLIENT_SECRET.',
    ],
    [
      'Dieser Rechner hat keinen Schlüsselbund.',
      'Einen starten (etwa GNOME Keyring) oder MAILROOM_BASE_URL, MAILROOM_CLIENT_ID und MAILROOM_CLIENT_SECRET setzen.',
    ],
  ),
  'export-folder-unusable': both(
    [
      'The export folder[ {folder}] cannot be used[: {problem}].',
      'Check that it exists and may be written to. Mailroom tries again automatically.',
    ],
    [
      'Der Exportordner[ {folder}] ist nicht verwendbar[: {problem}].',
      'Prüfen, ob er da und beschreibbar ist. Mailroom versucht es automatisch erneut.',
    ],
  ),
  'export-not-well-formed': both(
    [
      'The XML of the service is broken[ in line {line}]. Nothing was written.',
      'Correct the transformation rule of the project, then retry.',
    ],
    [
      'Das XML des Dienstes ist fehlerhaft[, Zeile {line}]. Nichts wurde geschrieben.',
      'Umwandlungsregel des Projekts berichtigen, dann erneut versuchen.',
    ],
  ),
  'export-doctype-refused': both(
    [
      'The DOCTYPE[ {doctype}] in the XML of the service can pull other files in or change what the XML says. Nothing was written.',
      'Take it out of the transformation rule of the project or allow it in exports.doctypes, then retry.',
    ],
    [
      'Der DOCTYPE[ {doctype}] im XML des Dienstes kann fremde Dateien nachladen oder ändern, was im XML steht. Nichts wurde geschrieben.',
      'Aus der Umwandlungsregel des Projekts nehmen oder in exports.doctypes erlauben, dann erneut versuchen.',
    ],
  ),
  'export-refused': both(
    [
      'The service could not make XML of this document[: {message}].',
      'Check the transformation rule of the project, then retry.',
    ],
    [
      'Der Dienst konnte aus diesem Dokument kein XML machen[: {message}].',
      'Umwandlungsregel des Projekts prüfen, dann erneut versuchen.',
    ],
  ),
  'hand-over-unanswered': both(
    [
      'The target system has not answered[ {name}][ for {waited}].',
      'Look there whether it took the file. An answer that comes late still counts; retry waits once more.',
    ],
    [
      'Das Zielsystem hat {name|die Datei} nicht beantwortet[, seit {waited}].',
      'Dort nachsehen, ob es die Datei hat. Eine späte Antwort zählt noch; „Erneut versuchen“ wartet noch einmal.',
    ],
  ),
  'hand-over-refused': both(
    [
      'The target system did not accept {name|this}[: {message}].',
      'Correct it there. Retry writes the file once more.',
    ],
    [
      'Das Zielsystem hat {name|das} nicht angenommen[: {message}].',
      'Ursache dort beheben. „Erneut versuchen“ schreibt die Datei noch einmal.',
    ],
  ),
  'hand-over-answer-invalid': both(
    [
      'The answer of the target system[ {name}] cannot be used[: {problem}].',
      'Correct or remove that file, then retry.',
    ],
    [
      'Die Antwort des Zielsystems[ {name}] ist nicht zu gebrauchen[: {problem}].',
      'Diese Datei berichtigen oder entfernen, dann erneut versuchen.',
    ],
  ),
  'outside-hours': both(
    [
      'Files are sent from {from|a set hour} to {to|another} only. It continues automatically[ at {goesOn}].',
      'Nothing to do. If something must go now: select it and retry.',
    ],
    [
      'Dateien werden nur von {from|einer festen Stunde} bis {to|zu einer anderen} gesendet. Weiter geht es automatisch[ am {goesOn}].',
      'Nichts zu tun. Was sofort gesendet werden muss: auswählen und erneut versuchen.',
    ],
  ),
  'scanner-busy': both(
    ['The scanner is busy.', 'Wait until it is free, then scan again.'],
    ['Der Scanner ist beschäftigt.', 'Warten, bis er frei ist, dann erneut scannen.'],
  ),
  'scanner-off': both(
    ['The scanner does not answer: it is off or asleep.', 'Switch it on, then scan again.'],
    ['Der Scanner antwortet nicht, er ist aus oder im Ruhezustand.', 'Einschalten, dann erneut scannen.'],
  ),
  'scanner-missing': both(
    ['{problem|This scanner is no longer there}.', 'Choose a scanner. Plug yours in if it is not listed.'],
    ['{problem|Dieser Scanner ist nicht mehr da}.', 'Einen Scanner wählen. Ihren anschließen, wenn er fehlt.'],
  ),
  'scanner-unreachable': both(
    ['The scanner is out of reach[: {problem}][ ({address})].', 'Check its cable, the network and its address.'],
    ['Der Scanner ist nicht erreichbar[: {problem}][ ({address})].', 'Kabel, Netz und Adresse prüfen.'],
  ),
  'scanner-jammed': both(
    [
      'Paper is jammed in the scanner. The pages before it are kept.',
      'Clear the paper path, load the rest and continue scanning.',
    ],
    [
      'Im Scanner staut sich Papier. Die Seiten davor sind gespeichert.',
      'Papierweg freimachen, den Rest einlegen und weiterscannen.',
    ],
  ),
  'scanner-empty': both(
    ['The feeder is empty.', 'Load paper, then scan again.'],
    ['Der Einzug ist leer.', 'Papier einlegen, dann erneut scannen.'],
  ),
  'scanner-open': both(
    ['A cover of the scanner is open.', 'Close it, then scan again.'],
    ['Eine Klappe des Scanners ist offen.', 'Schließen, dann erneut scannen.'],
  ),
  'scanner-refused': both(
    ['The scanner cannot scan like this[: {setting}].', 'Choose another setting in the profile.'],
    ['So kann der Scanner nicht scannen[: {setting}].', 'Im Profil eine andere Einstellung wählen.'],
  ),
  'scanner-denied': both(
    ['This computer may not use the scanner.', 'Give this account access to the scanner.'],
    ['Dieser Rechner darf den Scanner nicht benutzen.', 'Diesem Konto Zugriff auf den Scanner geben.'],
  ),
  'scanner-failed': both(
    [
      '{problem|The scanner reported an error}. The pages before it are kept.',
      'Switch it off and on, then scan again.',
    ],
    [
      '{problem|Der Scanner meldete einen Fehler}. Die Seiten davor sind gespeichert.',
      'Aus- und einschalten, dann erneut scannen.',
    ],
  ),
  'scanner-software-missing': both(
    ['The software for scanners is not on this computer.', 'Install {program|it}.'],
    ['Die Software für Scanner fehlt auf diesem Rechner.', '{program|Software} installieren.'],
  ),
  'page-unreadable': both(
    ['A page cannot be read as a picture[: page {page} of the document].', 'Leave it out, or scan it once more.'],
    ['Eine Seite ist nicht als Bild lesbar[: Seite {page} des Dokuments].', 'Weglassen oder noch einmal scannen.'],
  ),
  'scan-without-pages': both(
    ['There are no pages to send.', 'Scan or keep at least one page.'],
    ['Es gibt keine Seiten zum Senden.', 'Mindestens eine Seite scannen oder behalten.'],
  ),
  'profile-unknown': both(
    ['There is no such scan profile.', 'Choose another one, or add it in the settings.'],
    ['Dieses Scanprofil gibt es nicht.', 'Ein anderes wählen oder in den Einstellungen anlegen.'],
  ),
  'update-unreachable': both(
    [
      'Updates cannot be read from {from|where updates.from says}[: {problem}]. Mailroom goes on with the version it has.',
      'Check that the folder or address exists and may be read.',
    ],
    [
      'Updates sind unter {from|der Angabe in updates.from} nicht lesbar[: {problem}]. Mailroom arbeitet mit der vorhandenen Version weiter.',
      'Prüfen, ob es Ordner oder Adresse gibt und sie lesbar sind.',
    ],
  ),
  'update-untrusted': both(
    [
      'The update is not trusted[: {problem}]. Nothing of it was installed.',
      'Check who changed the update folder. Sign the manifest again with the key that belongs to updates.key.',
    ],
    [
      'Dem Update wird nicht vertraut[: {problem}]. Nichts davon wurde installiert.',
      'Prüfen, wer den Update-Ordner geändert hat. Manifest neu signieren, mit dem Schlüssel zu updates.key.',
    ],
  ),
  'update-outdated': both(
    [
      'The update[ {version}] is not taken[: {problem}]. Nothing of it was installed.',
      'Make a new manifest for the present version and sign it. Install an older version manually if you need it.',
    ],
    [
      'Das Update[ {version}] wird nicht angenommen[: {problem}]. Nichts davon wurde installiert.',
      'Für die aktuelle Version ein neues Manifest signieren. Eine ältere Version bei Bedarf manuell installieren.',
    ],
  ),
  'update-unfit': both(
    [
      'The update[ {version}] has no package for this computer[ ({kind}, {platform})]. Nothing of it was installed.',
      'Put the package for it into the update folder and sign the manifest again.',
    ],
    [
      'Das Update[ {version}] enthält kein Paket für diesen Rechner[ ({kind}, {platform})]. Nichts davon wurde installiert.',
      'Das passende Paket in den Update-Ordner legen und das Manifest neu signieren.',
    ],
  ),
  'update-damaged': both(
    [
      'The package {name|of the update} is not the one that was signed[: {problem}]. It was deleted.',
      'Put the package into the update folder again.',
    ],
    [
      'Das Paket {name|des Updates} ist nicht das signierte[: {problem}]. Es wurde gelöscht.',
      'Das Paket neu in den Update-Ordner legen.',
    ],
  ),
  'update-not-installed': both(
    [
      'The update[ {version}] could not be installed[: {problem}]. Mailroom goes on with the version it has.',
      'Allow this account to replace the program and to start its installer, or install the version manually.',
    ],
    [
      'Das Update[ {version}] ließ sich nicht installieren[: {problem}]. Mailroom arbeitet mit der vorhandenen Version weiter.',
      'Diesem Konto erlauben, das Programm zu ersetzen und das Installationsprogramm zu starten, oder die Version manuell installieren.',
    ],
  ),
  internal: both(
    ['Something went wrong in Mailroom. Nothing was lost.', 'Retry. If it happens again, send the log to support.'],
    [
      'In Mailroom ist ein Fehler aufgetreten. Nichts ging verloren.',
      'Erneut versuchen. Geschieht es wieder, das Protokoll an den Support senden.',
    ],
  ),
} as const satisfies Readonly<Record<string, InBoth>>;

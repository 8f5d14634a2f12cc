; Mailroom Server for Windows, as an installer for every way to roll it out. Made by `npm run dist`, which defines VERSION, NUMBER (four
; parts), ICON, KILOBYTES, OUT, and the files in FILES and REMOVAL.
Unicode true
Target amd64-unicode
!ifdef QUICK
  SetCompress off
!else
  SetCompressor /SOLID zlib
!endif
SetDateSave on
CRCCheck force
ManifestSupportedOS all
ManifestDPIAware true

!include LogicLib.nsh
!include FileFunc.nsh
!include WordFunc.nsh
!include WinMessages.nsh

!define KEY "Software\Mailroom\Server"
!define ENTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Mailroom Server"
!define EACH_USER "Software\Microsoft\Active Setup\Installed Components\Mailroom Server"

Name "Mailroom Server"
OutFile "${OUT}"
BrandingText "Mailroom ${VERSION}"
; Administrators install for all, others for themselves.
RequestExecutionLevel highest
Icon "${ICON}"
UninstallIcon "${ICON}"
XPStyle on
AllowSkipFiles off

Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

LoadLanguageFile "${NSISDIR}\Contrib\Language files\English.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\German.nlf"

VIProductVersion "${NUMBER}"
VIAddVersionKey /LANG=1033 ProductName "Mailroom Server"
VIAddVersionKey /LANG=1033 ProductVersion "${VERSION}"
VIAddVersionKey /LANG=1033 FileVersion "${VERSION}"
VIAddVersionKey /LANG=1033 FileDescription "Mailroom Server"
VIAddVersionKey /LANG=1033 LegalCopyright "Apache License 2.0"

LangString NEWER 1033 "Mailroom $Other is installed. ${VERSION} can't be put in its place, because it may not be able to read its journal. Nothing was changed."
LangString NEWER 1031 "Mailroom $Other ist installiert. ${VERSION} kann nicht an seine Stelle treten, weil es dessen Journal womöglich nicht lesen kann. Es wurde nichts geändert."
LangString OTHER_KIND 1033 "Mailroom Server is installed from an MSI package. Remove that one first, or use its MSI. Nothing was changed."
LangString OTHER_KIND 1031 "Mailroom Server ist aus einem MSI-Paket installiert. Entfernen Sie zuerst dieses, oder verwenden Sie sein MSI. Es wurde nichts geändert."
LangString OTHER_SCOPE 1033 "Mailroom Server is installed for others than now wanted (all users, or one account). Remove that one first. Nothing was changed."
LangString OTHER_SCOPE 1031 "Mailroom Server ist für andere installiert als jetzt gewünscht (alle Benutzer oder ein Konto). Entfernen Sie zuerst diese Installation. Es wurde nichts geändert."
LangString NO_RIGHTS 1033 "To install for all users, start this as an administrator. Nothing was changed."
LangString NO_RIGHTS 1031 "Um für alle Benutzer zu installieren, starten Sie dies als Administrator. Es wurde nichts geändert."

Var Scope
Var Old
Var Other
Var Log

; Says why nothing is done, on the screen or where it is silent in the log, and ends.
Function Refuse
  Exch $0
  FileOpen $1 $Log w
  FileWriteUTF16LE /BOM $1 "$0$\r$\n"
  FileClose $1
  MessageBox MB_OK|MB_ICONSTOP "$0" /SD IDOK
  SetErrorLevel 1638
  Quit
FunctionEnd

; What another installation in HKLM or HKCU means for this one.
!macro LookFor ROOT SCOPE
  ReadRegStr $0 ${ROOT} "${KEY}" "Package"
  ${If} $0 == "msi"
    Push "$(OTHER_KIND)"
    Call Refuse
  ${ElseIf} $0 != ""
    ${If} $Scope != "${SCOPE}"
      Push "$(OTHER_SCOPE)"
      Call Refuse
    ${EndIf}
    ReadRegStr $Old ${ROOT} "${KEY}" "InstallDir"
    ReadRegStr $Other ${ROOT} "${KEY}" "Version"
    ${VersionCompare} "$Other" "${VERSION}" $1
    ${If} $1 == 1
      Push "$(NEWER)"
      Call Refuse
    ${EndIf}
  ${EndIf}
!macroend

Function .onInit
  SetRegView 64
  ${GetParameters} $R0
  ${GetOptions} $R0 "/LOG=" $Log
  ${If} $Log == ""
    StrCpy $Log "$TEMP\Mailroom-Setup.log"
  ${EndIf}
  UserInfo::GetAccountType
  Pop $0
  StrCpy $Scope "user"
  ${If} $0 == "Admin"
    StrCpy $Scope "machine"
  ${EndIf}
  ClearErrors
  ${GetOptions} $R0 "/CURRENTUSER" $1
  ${IfNot} ${Errors}
    StrCpy $Scope "user"
  ${EndIf}
  ClearErrors
  ${GetOptions} $R0 "/ALLUSERS" $1
  ${IfNot} ${Errors}
    ${If} $0 != "Admin"
      Push "$(NO_RIGHTS)"
      Call Refuse
    ${EndIf}
    StrCpy $Scope "machine"
  ${EndIf}
  !insertmacro LookFor HKLM machine
  !insertmacro LookFor HKCU user
  ${If} $Scope == "machine"
    SetShellVarContext all
  ${Else}
    SetShellVarContext current
  ${EndIf}
  ; What /D= names goes before; an upgrade takes the place of what it replaces.
  ${If} $INSTDIR == ""
    ${If} $Old != ""
      StrCpy $INSTDIR $Old
    ${ElseIf} $Scope == "machine"
      StrCpy $INSTDIR "$PROGRAMFILES64\Mailroom"
    ${Else}
      StrCpy $INSTDIR "$LOCALAPPDATA\Programs\Mailroom"
    ${EndIf}
  ${EndIf}
FunctionEnd

Section
  ${If} $Old != ""
    ExecWait '"$Old\uninstall.exe" /S /UPGRADE _?=$Old'
  ${EndIf}
  !include "${FILES}"
  SetOutPath $INSTDIR
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr SHCTX "${KEY}" "Package" "nsis"
  WriteRegStr SHCTX "${KEY}" "Version" "${VERSION}"
  WriteRegStr SHCTX "${KEY}" "InstallDir" "$INSTDIR"
  WriteRegStr SHCTX "${ENTRY}" "DisplayName" "Mailroom Server"
  WriteRegStr SHCTX "${ENTRY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${ENTRY}" "DisplayIcon" "$INSTDIR\mailroom.ico"
  WriteRegStr SHCTX "${ENTRY}" "Publisher" "The Mailroom authors"
  WriteRegStr SHCTX "${ENTRY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${ENTRY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${ENTRY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD SHCTX "${ENTRY}" "EstimatedSize" ${KILOBYTES}
  WriteRegDWORD SHCTX "${ENTRY}" "NoModify" 1
  WriteRegDWORD SHCTX "${ENTRY}" "NoRepair" 1
  CreateShortcut "$SMPROGRAMS\Mailroom.lnk" "$SYSDIR\cmd.exe" '/k ""$INSTDIR\mailroom.cmd" --help"' "$INSTDIR\mailroom.ico"
  ${If} $Scope == "machine"
    ; "Send to" belongs to each user: Windows copies it there at the next sign-in of each.
    CreateDirectory "$INSTDIR\send-to"
    CreateShortcut "$INSTDIR\send-to\Mailroom.lnk" "$INSTDIR\node.exe" '"$INSTDIR\out\windows\send-to.js"' "$INSTDIR\mailroom.ico"
    WriteRegStr HKLM "${EACH_USER}" "" "Mailroom Server"
    WriteRegStr HKLM "${EACH_USER}" "Version" "1"
    WriteRegExpandStr HKLM "${EACH_USER}" "StubPath" 'cmd /c copy /y "$INSTDIR\send-to\Mailroom.lnk" "%APPDATA%\Microsoft\Windows\SendTo\"'
  ${Else}
    CreateShortcut "$SENDTO\Mailroom.lnk" "$INSTDIR\node.exe" '"$INSTDIR\out\windows\send-to.js"' "$INSTDIR\mailroom.ico"
  ${EndIf}

  ${GetParameters} $R0
  ${GetOptions} $R0 "/BASEURL=" $1
  ${GetOptions} $R0 "/PROJECT=" $2
  ${GetOptions} $R0 "/FOLDER=" $3
  ${GetOptions} $R0 "/EXPORT=" $4
  ${GetOptions} $R0 "/POLICY=" $5
  nsExec::ExecToStack '"$INSTDIR\node.exe" "$INSTDIR\out\windows\set-up.js" install --scope=$Scope --path "--base-url=$1|" "--project=$2|" "--folder=$3|" "--export=$4|" "--policy=$5|"'
  Pop $0
  Pop $1
  ${If} $0 != 0
    FileOpen $2 $Log w
    FileWriteUTF16LE /BOM $2 "$1"
    FileClose $2
    SetOutPath $TEMP
    ${If} $Old == ""
      ExecWait '"$INSTDIR\uninstall.exe" /S _?=$INSTDIR'
      Delete "$INSTDIR\uninstall.exe"
      RMDir "$INSTDIR"
    ${EndIf}
    MessageBox MB_OK|MB_ICONSTOP "$1" /SD IDOK
    SetErrorLevel 1603
    Quit
  ${EndIf}
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
SectionEnd

Function un.onInit
  SetRegView 64
  StrCpy $Scope "user"
  ReadRegStr $0 HKLM "${KEY}" "InstallDir"
  ${If} $0 == $INSTDIR
    StrCpy $Scope "machine"
    SetShellVarContext all
  ${Else}
    SetShellVarContext current
  ${EndIf}
FunctionEnd

Section Uninstall
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/UPGRADE" $1
  ${If} ${Errors}
    nsExec::Exec '"$INSTDIR\node.exe" "$INSTDIR\out\windows\set-up.js" remove --scope=$Scope --path'
  ${Else}
    nsExec::Exec '"$INSTDIR\node.exe" "$INSTDIR\out\windows\set-up.js" stop --scope=$Scope'
  ${EndIf}
  Pop $0
  Delete "$SMPROGRAMS\Mailroom.lnk"
  ${If} $Scope == "machine"
    Delete "$INSTDIR\send-to\Mailroom.lnk"
    RMDir "$INSTDIR\send-to"
    DeleteRegKey HKLM "${EACH_USER}"
    SetShellVarContext current
    Delete "$SENDTO\Mailroom.lnk"
    SetShellVarContext all
  ${Else}
    Delete "$SENDTO\Mailroom.lnk"
  ${EndIf}
  !include "${REMOVAL}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey SHCTX "${KEY}"
  DeleteRegKey /ifempty SHCTX "Software\Mailroom"
  DeleteRegKey SHCTX "${ENTRY}"
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
SectionEnd

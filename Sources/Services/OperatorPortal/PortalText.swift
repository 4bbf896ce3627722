import ImmuniAPI
import Localisation

/// The words of the operators' pages.
enum PortalText {
    static let site = Localised(
        en: "Avviso for health workers",
        it: "Avviso per operatori sanitari",
        de: "Avviso für Gesundheitspersonal",
        fr: "Avviso pour le personnel de santé",
        es: "Avviso para personal sanitario"
    )
    static let menu = Localised(en: "Menu", it: "Menu", de: "Menü", fr: "Menu", es: "Menú")
    static let back = Localised(
        en: "Back to the codes",
        it: "Torna ai codici",
        de: "Zurück zu den Codes",
        fr: "Retour aux codes",
        es: "Volver a los códigos"
    )
}

// MARK: - Signing in

extension PortalText {
    static let signIn = Localised(en: "Sign in", it: "Accedi", de: "Anmelden", fr: "Se connecter", es: "Iniciar sesión")
    static let signOut = Localised(
        en: "Sign out",
        it: "Esci",
        de: "Abmelden",
        fr: "Se déconnecter",
        es: "Cerrar sesión"
    )
    static let name = Localised(
        en: "Name",
        it: "Nome utente",
        de: "Benutzername",
        fr: "Nom d’utilisateur",
        es: "Nombre de usuario"
    )
    static let password = Localised(
        en: "Password",
        it: "Password",
        de: "Passwort",
        fr: "Mot de passe",
        es: "Contraseña"
    )
    static let refused = Localised(
        en: "The name or the password is not right.",
        it: "Il nome utente o la password non sono corretti.",
        de: "Der Benutzername oder das Passwort stimmt nicht.",
        fr: "Le nom d’utilisateur ou le mot de passe est incorrect.",
        es: "El nombre de usuario o la contraseña no son correctos."
    )
    static let ended = Localised(
        en: "Your session has ended. Nothing was authorised. Please sign in again.",
        it: "La sessione è terminata. Non è stato autorizzato nulla. Accedi di nuovo.",
        de: "Ihre Sitzung ist beendet. Es wurde nichts freigegeben. Bitte melden Sie sich neu an.",
        fr: "Votre session est terminée. Rien n’a été autorisé. Reconnectez-vous.",
        es: "La sesión ha terminado. No se ha autorizado nada. Vuelva a iniciar sesión."
    )
    static let endsSoon = Localised(
        en: "You will soon be signed out. Press any key to stay signed in.",
        it: "Tra poco la sessione terminerà. Premi un tasto qualsiasi per continuare.",
        de: "Sie werden gleich abgemeldet. Drücken Sie eine beliebige Taste, um angemeldet zu bleiben.",
        fr: "Votre session va bientôt se terminer. Appuyez sur une touche pour la prolonger.",
        es: "La sesión terminará pronto. Pulse cualquier tecla para continuar."
    )

    static func tooEarly(_ seconds: Int64) -> Localised {
        Localised(
            en: "Too many wrong tries. Please wait \(seconds) seconds and try again.",
            it: "Troppi tentativi errati. Attendi \(seconds) secondi e riprova.",
            de: "Zu viele falsche Versuche. Bitte warten Sie \(seconds) Sekunden und versuchen Sie es dann erneut.",
            fr: "Trop d’essais incorrects. Attendez \(seconds) secondes, puis réessayez.",
            es: "Demasiados intentos incorrectos. Espere \(seconds) segundos e inténtelo de nuevo."
        )
    }
}

// MARK: - The code

extension PortalText {
    static let authoriseTitle = Localised(
        en: "Authorise a code",
        it: "Autorizza un codice",
        de: "Einen Code freigeben",
        fr: "Autoriser un code",
        es: "Autorizar un código"
    )
    static let code = Localised(en: "Code", it: "Codice", de: "Code", fr: "Code", es: "Código")
    static let codeHint = Localised(
        en:
            "Ten letters and digits, as the person reads them out: three, four, three. Small letters and spaces are fine.",
        it: "Dieci lettere e cifre, come la persona le detta: tre, quattro, tre. Minuscole e spazi vanno bene.",
        de:
            "Zehn Buchstaben und Ziffern, wie sie vorgelesen werden: drei, vier, drei. Kleinbuchstaben und Leerzeichen sind in Ordnung.",
        fr:
            "Dix lettres et chiffres, comme la personne les dicte : trois, quatre, trois. Minuscules et espaces sont acceptés.",
        es: "Diez letras y cifras, tal como las dicta la persona: tres, cuatro, tres. Se admiten minúsculas y espacios."
    )
    static let codeRight = Localised(
        en: "The code is complete and its check digit is right.",
        it: "Il codice è completo e il carattere di controllo è corretto.",
        de: "Der Code ist vollständig, und sein Prüfzeichen stimmt.",
        fr: "Le code est complet et son caractère de contrôle est correct.",
        es: "El código está completo y su carácter de control es correcto."
    )
    static let codeWrong = Localised(
        en:
            "The check digit does not fit: a character was misheard or mistyped. Ask the person to read the code again.",
        it:
            "Il carattere di controllo non corrisponde: un carattere è stato frainteso o digitato male. Chiedi alla persona di rileggere il codice.",
        de:
            "Das Prüfzeichen passt nicht: Ein Zeichen wurde falsch verstanden oder getippt. Bitten Sie die Person, den Code noch einmal vorzulesen.",
        fr:
            "Le caractère de contrôle ne correspond pas : un caractère a été mal entendu ou mal saisi. Demandez à la personne de relire le code.",
        es:
            "El carácter de control no coincide: se oyó o se escribió mal un carácter. Pida a la persona que vuelva a leer el código."
    )
    static let codeMissing = Localised(
        en: "Type the code.",
        it: "Inserisci il codice.",
        de: "Geben Sie den Code ein.",
        fr: "Saisissez le code.",
        es: "Escriba el código."
    )

    /// - Parameter count: the number, or what the page's script puts it in for.
    static func codeLength(_ count: String) -> Localised {
        Localised(
            en: "A code has ten characters; these are \(count).",
            it: "Un codice ha dieci caratteri; qui sono \(count).",
            de: "Ein Code hat zehn Zeichen; das sind \(count).",
            fr: "Un code compte dix caractères ; il y en a \(count).",
            es: "Un código tiene diez caracteres; aquí hay \(count)."
        )
    }

    /// - Parameter character: what cannot be part of a code; the page's script puts it in for `{character}`.
    static func codeUnknown(_ character: String) -> Localised {
        Localised(
            en: "“\(character)” is never part of a code, because it is easily misheard. Possible are \(alphabet).",
            it:
                "«\(character)» non compare mai in un codice, perché si confonde facilmente. Sono possibili \(alphabet).",
            de: "„\(character)“ kommt in keinem Code vor, weil es leicht verwechselt wird. Möglich sind \(alphabet).",
            fr:
                "« \(character) » n’apparaît jamais dans un code, car on le confond facilement. Sont possibles \(alphabet).",
            es:
                "«\(character)» nunca forma parte de un código, porque se confunde fácilmente. Son posibles \(alphabet)."
        )
    }

    private static let alphabet = OneTimePassword.alphabet.map { String(UnicodeScalar($0)) }.joined(separator: " ")

    static let day = Localised(
        en: "Day of the first symptoms",
        it: "Giorno dei primi sintomi",
        de: "Tag der ersten Symptome",
        fr: "Jour des premiers symptômes",
        es: "Día de los primeros síntomas"
    )

    static func dayHint(_ first: String, _ last: String) -> Localised {
        Localised(
            en: "If there are none, the day of the test. From \(first) to \(last).",
            it: "Se non ce ne sono, il giorno del test. Dal \(first) al \(last).",
            de: "Wenn es keine gibt, der Tag des Tests. Vom \(first) bis zum \(last).",
            fr: "S’il n’y en a pas, le jour du test. Du \(first) au \(last).",
            es: "Si no los hay, el día de la prueba. Del \(first) al \(last)."
        )
    }

    static let dayMissing = Localised(
        en: "Enter the day.",
        it: "Inserisci il giorno.",
        de: "Geben Sie den Tag ein.",
        fr: "Saisissez le jour.",
        es: "Indique el día."
    )
    static let dayUnreadable = Localised(
        en: "This is not a day. Write day, month and year, for example 05/11/2026.",
        it: "Questa non è una data. Scrivi giorno, mese e anno, per esempio 05/11/2026.",
        de: "Das ist kein Datum. Schreiben Sie Tag, Monat und Jahr, zum Beispiel 05.11.2026.",
        fr: "Ce n’est pas une date. Écrivez le jour, le mois et l’année, par exemple 05/11/2026.",
        es: "Esto no es una fecha. Escriba día, mes y año, por ejemplo 05/11/2026."
    )

    static func dayOutside(_ first: String, _ last: String) -> Localised {
        Localised(
            en: "The day must be from \(first) to \(last).",
            it: "Il giorno deve essere compreso tra il \(first) e il \(last).",
            de: "Der Tag muss vom \(first) bis zum \(last) liegen.",
            fr: "Le jour doit être compris entre le \(first) et le \(last).",
            es: "El día debe estar entre el \(first) y el \(last)."
        )
    }

    static let authorise = Localised(
        en: "Authorise",
        it: "Autorizza",
        de: "Freigeben",
        fr: "Autoriser",
        es: "Autorizar"
    )
    static let checkInput = Localised(
        en: "Nothing was authorised yet. Please correct what is marked.",
        it: "Non è stato ancora autorizzato nulla. Correggi i campi segnalati.",
        de: "Es wurde noch nichts freigegeben. Bitte korrigieren Sie, was markiert ist.",
        fr: "Rien n’a encore été autorisé. Corrigez les champs signalés.",
        es: "Todavía no se ha autorizado nada. Corrija lo señalado."
    )
}

// MARK: - Outcomes

extension PortalText {
    static let authorised = Localised(
        en: "The code is authorised",
        it: "Il codice è autorizzato",
        de: "Der Code ist freigegeben",
        fr: "Le code est autorisé",
        es: "El código está autorizado"
    )
    static let whatNow = Localised(
        en:
            "Ask the person to tap the button that verifies the code now, and to send the data before the time is over.",
        it:
            "Chiedi alla persona di toccare ora il pulsante che verifica il codice e di inviare i dati prima che scada il tempo.",
        de:
            "Bitten Sie die Person, jetzt auf die Schaltfläche zum Prüfen des Codes zu tippen und die Daten zu senden, bevor die Zeit abläuft.",
        fr:
            "Demandez à la personne d’appuyer maintenant sur le bouton qui vérifie le code et d’envoyer les données avant la fin du temps imparti.",
        es:
            "Pida a la persona que pulse ahora el botón que verifica el código y que envíe los datos antes de que se acabe el tiempo."
    )
    static let timeLeft = Localised(
        en: "Time left",
        it: "Tempo rimasto",
        de: "Verbleibende Zeit",
        fr: "Temps restant",
        es: "Tiempo restante"
    )

    static func secondsLeft(_ seconds: String) -> Localised {
        Localised(
            en: "\(seconds) seconds left",
            it: "Restano \(seconds) secondi",
            de: "Noch \(seconds) Sekunden",
            fr: "Il reste \(seconds) secondes",
            es: "Quedan \(seconds) segundos"
        )
    }

    static let timeIsOver = Localised(
        en: "The time is over",
        it: "Il tempo è scaduto",
        de: "Die Zeit ist abgelaufen",
        fr: "Le temps est écoulé",
        es: "Se ha acabado el tiempo"
    )
    static let ifNotSent = Localised(
        en: "If the person has not sent the data, ask for the code that the app shows now, and authorise that.",
        it: "Se la persona non ha inviato i dati, chiedile il codice che l’app mostra adesso e autorizzalo.",
        de:
            "Wurden die Daten noch nicht gesendet, fragen Sie nach dem Code, den die App jetzt zeigt, und geben Sie diesen frei.",
        fr:
            "Si la personne n’a pas envoyé les données, demandez-lui le code que l’application affiche maintenant et autorisez-le.",
        es: "Si la persona no ha enviado los datos, pídale el código que la aplicación muestra ahora y autorícelo."
    )
    static let lastTime = Localised(
        en: "Show the time of the code that you authorised last",
        it: "Mostra il tempo dell’ultimo codice autorizzato",
        de: "Die Zeit des zuletzt freigegebenen Codes anzeigen",
        fr: "Afficher le temps du dernier code autorisé",
        es: "Mostrar el tiempo del último código autorizado"
    )
    static let another = Localised(
        en: "Authorise another code",
        it: "Autorizza un altro codice",
        de: "Einen weiteren Code freigeben",
        fr: "Autoriser un autre code",
        es: "Autorizar otro código"
    )
    static let live = Localised(
        en: "This code is authorised already and its time is running. The person can send the data now.",
        it: "Questo codice è già autorizzato e il suo tempo sta scorrendo. La persona può inviare i dati ora.",
        de: "Dieser Code ist bereits freigegeben, und seine Zeit läuft. Die Person kann die Daten jetzt senden.",
        fr: "Ce code est déjà autorisé et son temps s’écoule. La personne peut envoyer les données maintenant.",
        es: "Este código ya está autorizado y su tiempo corre. La persona puede enviar los datos ahora."
    )
    static let used = Localised(
        en: "This code was used: data were sent with it. For another upload the app shows a new code.",
        it:
            "Questo codice è stato usato: con esso sono stati inviati dei dati. Per un nuovo invio l’app mostra un nuovo codice.",
        de:
            "Dieser Code wurde verwendet: Mit ihm wurden Daten gesendet. Für eine weitere Übermittlung zeigt die App einen neuen Code.",
        fr:
            "Ce code a été utilisé : des données ont été envoyées avec lui. Pour un nouvel envoi, l’application affiche un nouveau code.",
        es: "Este código ya se usó: se enviaron datos con él. Para otro envío, la aplicación muestra un código nuevo."
    )
    static let unavailable = Localised(
        en: "The server could not confirm the authorisation. Wait a moment and try the same code again.",
        it: "Il server non ha potuto confermare l’autorizzazione. Attendi un momento e riprova con lo stesso codice.",
        de:
            "Der Server konnte die Freigabe nicht bestätigen. Warten Sie einen Moment und versuchen Sie es mit demselben Code erneut.",
        fr: "Le serveur n’a pas pu confirmer l’autorisation. Attendez un instant, puis réessayez avec le même code.",
        es: "El servidor no pudo confirmar la autorización. Espere un momento e inténtelo de nuevo con el mismo código."
    )
}

// MARK: - The password

extension PortalText {
    static let changePassword = Localised(
        en: "Change password",
        it: "Cambia password",
        de: "Passwort ändern",
        fr: "Changer le mot de passe",
        es: "Cambiar contraseña"
    )
    static let oldPassword = Localised(
        en: "Password until now",
        it: "Password attuale",
        de: "Bisheriges Passwort",
        fr: "Mot de passe actuel",
        es: "Contraseña actual"
    )
    static let newPassword = Localised(
        en: "New password",
        it: "Nuova password",
        de: "Neues Passwort",
        fr: "Nouveau mot de passe",
        es: "Contraseña nueva"
    )
    static let repeatPassword = Localised(
        en: "New password once more",
        it: "Ripeti la nuova password",
        de: "Neues Passwort wiederholen",
        fr: "Répétez le nouveau mot de passe",
        es: "Repita la contraseña nueva"
    )
    static let passwordHint = Localised(
        en:
            "At least \(PasswordRule.leastLength) characters, without your name. A few words in a row are good.",
        it:
            "Almeno \(PasswordRule.leastLength) caratteri, senza il tuo nome utente. Alcune parole di seguito vanno bene.",
        de:
            "Mindestens \(PasswordRule.leastLength) Zeichen, ohne Ihren Benutzernamen. Gut sind einige Wörter hintereinander.",
        fr:
            "Au moins \(PasswordRule.leastLength) caractères, sans votre nom d’utilisateur. Quelques mots à la suite conviennent bien.",
        es:
            "Al menos \(PasswordRule.leastLength) caracteres, sin su nombre de usuario. Varias palabras seguidas son una buena opción."
    )
    static let oldPasswordWrong = Localised(
        en: "This is not the password until now.",
        it: "Questa non è la password attuale.",
        de: "Das ist nicht das bisherige Passwort.",
        fr: "Ce n’est pas le mot de passe actuel.",
        es: "Esta no es la contraseña actual."
    )
    static let passwordsDiffer = Localised(
        en: "The two new passwords are not the same.",
        it: "Le due nuove password non coincidono.",
        de: "Die beiden neuen Passwörter sind nicht gleich.",
        fr: "Les deux nouveaux mots de passe ne sont pas identiques.",
        es: "Las dos contraseñas nuevas no coinciden."
    )
    static let passwordTooLong = Localised(
        en: "This password is too long.",
        it: "Questa password è troppo lunga.",
        de: "Dieses Passwort ist zu lang.",
        fr: "Ce mot de passe est trop long.",
        es: "Esta contraseña es demasiado larga."
    )
    static let passwordTooEasy = Localised(
        en: "This password is easy to guess. Take a few words that have nothing to do with each other.",
        it: "Questa password è facile da indovinare. Usa alcune parole che non c’entrano l’una con l’altra.",
        de: "Dieses Passwort ist leicht zu erraten. Nehmen Sie einige Wörter, die nichts miteinander zu tun haben.",
        fr: "Ce mot de passe est facile à deviner. Prenez quelques mots sans rapport entre eux.",
        es: "Esta contraseña es fácil de adivinar. Use varias palabras que no tengan relación entre sí."
    )
    static let passwordSame = Localised(
        en: "This is the password that you have already. Choose another one.",
        it: "Questa è la password che hai già. Scegline un’altra.",
        de: "Das ist das Passwort, das Sie schon haben. Wählen Sie ein anderes.",
        fr: "C’est le mot de passe que vous avez déjà. Choisissez-en un autre.",
        es: "Esta es la contraseña que ya tiene. Elija otra."
    )
    static let passwordFirst = Localised(
        en: "Somebody else made your password. Before you authorise codes, choose one that only you know.",
        it: "La tua password è stata creata da altri. Prima di autorizzare codici, scegline una che conosci solo tu.",
        de:
            "Ihr Passwort hat jemand anders vergeben. Wählen Sie eines, das nur Sie kennen, bevor Sie Codes freigeben.",
        fr:
            "Votre mot de passe a été créé par quelqu’un d’autre. Choisissez-en un connu de vous uniquement avant d’autoriser des codes.",
        es: "Otra persona creó su contraseña. Antes de autorizar códigos, elija una que solo usted conozca."
    )
    static let passwordChanged = Localised(
        en: "The password is changed. Your sessions in other browsers have ended.",
        it: "La password è stata cambiata. Le tue sessioni in altri browser sono terminate.",
        de: "Das Passwort ist geändert. Ihre Sitzungen in anderen Browsern sind beendet.",
        fr: "Le mot de passe a été changé. Vos sessions dans d’autres navigateurs sont terminées.",
        es: "La contraseña se ha cambiado. Sus sesiones en otros navegadores han terminado."
    )
}

// MARK: - Failures

extension PortalText {
    static let failure = Localised(
        en: "This did not work",
        it: "Qualcosa non ha funzionato",
        de: "Das hat nicht geklappt",
        fr: "Cela n’a pas fonctionné",
        es: "No ha funcionado"
    )
    static let serverFailure = Localised(
        en: "The server cannot do this now. Please try again in a moment.",
        it: "Il server non può farlo adesso. Riprova tra un momento.",
        de: "Der Server kann das gerade nicht tun. Bitte versuchen Sie es gleich noch einmal.",
        fr: "Le serveur ne peut pas le faire maintenant. Réessayez dans un instant.",
        es: "El servidor no puede hacerlo ahora. Inténtelo de nuevo en un momento."
    )
    static let foreignForm = Localised(
        en: "This form did not come from your page, or cookies are switched off. Nothing was done. Please begin again.",
        it:
            "Questo modulo non proviene dalla tua pagina, oppure i cookie sono disattivati. Non è stato fatto nulla. Ricomincia.",
        de:
            "Dieses Formular kam nicht von Ihrer Seite, oder Cookies sind ausgeschaltet. Es wurde nichts getan. Bitte beginnen Sie von vorn.",
        fr: "Ce formulaire ne vient pas de votre page, ou les cookies sont désactivés. Rien n’a été fait. Recommencez.",
        es:
            "Este formulario no procede de su página, o las cookies están desactivadas. No se ha hecho nada. Empiece de nuevo."
    )
    static let foreignName = Localised(
        en: "The pages are not at this address. Ask those who look after them for the right one.",
        it: "Le pagine non si trovano a questo indirizzo. Chiedi quello giusto a chi le gestisce.",
        de: "Die Seiten liegen nicht unter dieser Adresse. Fragen Sie die Verantwortlichen nach der richtigen.",
        fr: "Les pages ne se trouvent pas à cette adresse. Demandez la bonne à ceux qui les gèrent.",
        es: "Las páginas no están en esta dirección. Pida la correcta a quien las administra."
    )
}

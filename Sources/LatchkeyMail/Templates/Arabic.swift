// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity

extension MessageLanguage {
    static let arabic = MessageLanguage(
        tag: "ar", greeting: "مرحبًا{{#displayName}} {{displayName}}{{/displayName}}،",
        words: [
            .passwordReset: Words(
                "كلمة مرور جديدة لحسابك في {{project}}", action: "اختيار كلمة مرور جديدة",
                """
                طلب شخص ما كلمة مرور جديدة للحساب {{email}} في {{project}}. إن كنت أنت من طلبها، فاخترها من هنا:

                {{link}}

                يعمل الرابط مرة واحدة ولوقت قصير فقط. إن لم تطلب ذلك فتجاهل هذه الرسالة: كلمة مرورك لن تتغير.
                """),
            .verifyEmail: Words(
                "أكّد عنوانك في {{project}}", action: "تأكيد هذا العنوان",
                """
                نرجو أن تؤكد أن {{email}} هو عنوانك، ليعتمد عليه حسابك في {{project}}:

                {{link}}

                إن لم يكن لديك حساب هناك فتجاهل هذه الرسالة.

                {{#denyLink}}إن لم تكن أنت، فهذا الرابط يزيل عنوانك من ذلك الحساب:{{/denyLink}}

                {{#denyLink}}{{denyLink}}{{/denyLink}}
                """),
            .emailSignIn: Words(
                "تسجيل الدخول إلى {{project}}", action: "تسجيل الدخول",
                """
                يسجّل هذا الرابط دخولك إلى {{project}} باسم {{email}}:

                {{link}}

                يعمل مرة واحدة ولوقت قصير فقط. لا تعطه لأحد: من يملكه يستطيع الدخول باسمك. إن لم تطلبه فتجاهل هذه الرسالة.
                """),
            .verifyAndChangeEmail: Words(
                "أكّد عنوانك الجديد في {{project}}", action: "استخدام العنوان الجديد",
                """
                سيتغير عنوان حسابك في {{project}}{{#newEmail}} إلى {{newEmail}}{{/newEmail}}. نرجو أن تؤكد ذلك:

                {{link}}

                لن يتغير شيء قبل ذلك. إن لم تطلب هذا فتجاهل هذه الرسالة.

                {{#denyLink}}إن لم تكن أنت، فهذا الرابط يزيل عنوانك من ذلك الحساب:{{/denyLink}}

                {{#denyLink}}{{denyLink}}{{/denyLink}}
                """),
            .recoverEmail: Words(
                "تغيّر عنوان حسابك في {{project}}", action: "التراجع عن التغيير",
                """
                تغيّر عنوان حسابك في {{project}} من {{email}}{{#newEmail}} إلى {{newEmail}}{{/newEmail}}. إن كنت أنت من غيّره فلا داعي لفعل شيء.

                وإلا فتراجع عن التغيير ثم اختر كلمة مرور جديدة:

                {{link}}
                """),
            .revertSecondFactor: Words(
                "أضيفت خطوة ثانية إلى دخولك في {{project}}", action: "إزالة الخطوة الثانية",
                """
                أصبح الدخول إلى حسابك {{email}} في {{project}} يتطلب خطوة ثانية. إن كنت أنت من أضافها فلا داعي لفعل شيء.

                وإلا فأزلها ثم اختر كلمة مرور جديدة:

                {{link}}
                """),
            .newNetwork: Words(
                "يُستخدم حسابك في {{project}} من شبكة جديدة",
                """
                استُخدم حسابك {{email}} في {{project}} من شبكة لم تُستخدم منها جلسة الدخول هذه من قبل: {{address}}، {{time}}.

                إن كنت أنت من استخدمه، في سفر مثلًا، فلا داعي لفعل شيء.

                وإلا فاختر كلمة مرور جديدة في التطبيق، فتُنهى جلسات جميع الأجهزة.
                """),
            .phoneCode: Words(
                "رمزك في {{project}}", "رمزك في {{project}} هو {{code}}. لا تخبر به أحدًا."),
            .test: Words(
                "رسالة تجريبية من {{project}}",
                "هذه تجربة: تصل رسائل {{project}} إلى {{email}}. لا داعي لفعل شيء."),
        ])
}
